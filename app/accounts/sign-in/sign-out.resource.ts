import { redirect } from 'react-router'
import { redirectWith } from '../../http/toasts.server'
import { log } from '../../runtime/log.server'
import { signOut } from './commands.server'

type Args = { request: Request }

/** A GET, from a link or a prefetch, never signs out. */
export function loader() {
  return redirect('/')
}

export async function action({ request }: Args): Promise<Response> {
  try {
    const { headers } = await signOut(null, request.headers)
    return redirect('/', { headers })
  } catch (fault) {
    log.error({ err: fault }, 'sign-out failed')
    // Not to the dashboard, which does not open without a database.
    return redirectWith('/', {
      tone: 'destructive',
      title: 'Errore durante il logout',
      description: 'Il servizio non risponde: riprova tra poco.',
    })
  }
}
