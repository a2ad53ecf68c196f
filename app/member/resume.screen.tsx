import { useContext } from 'react'
import { data, href, Link, redirect } from 'react-router'
import { destinationIn, isDownloadPath } from '../accounts/destination.rules'
import { openForm, savedFormIn } from '../accounts/session/saved-form.server'
import { memberFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { forgetDraft } from '../ui/forms/drafts'
import { Form, OwnerContext, Submit } from '../ui/forms/form'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/resume.screen'
import { recapOf } from './form-recap'
import '../ui/narrow.css'

/**
 * Redirects a request that has nothing to show: neither a form, which the sign-in posts here, nor a file to download in
 * its address.
 */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, url }) => {
    if (request.method !== 'POST' && !fileIn(url)) throw redirect(href('/dashboard'))
  },
]

/** The path of the file that the address names as its destination; null for any other destination. */
function fileIn(url: URL): string | null {
  const destination = destinationIn(url)
  return destination && isDownloadPath(destination) ? destination : null
}

export function loader({ url }: Route.LoaderArgs) {
  return { file: fileIn(url) }
}

/** Shows a saved form to its owner, who sends it or leaves it (ADR 28). */
export async function action({ request, context }: Route.ActionArgs) {
  const sealed = savedFormIn(await readForm(request))
  if (!sealed) throw redirect(href('/dashboard'))
  const form = await openForm(sealed, memberFrom(context))
  if (!form) throw data({ saved: sealed }, { status: 403 })
  return { ...form, recap: recapOf(form) }
}

export default function Resume({ loaderData: { file }, actionData: form }: Route.ComponentProps) {
  const owner = useContext(OwnerContext)
  if (!form) return file && <FileDownload path={file} />
  return (
    <div className="page narrow">
      <PageHead title="Riprendi da dove eri" noindex />
      <h1>Riprendi da dove eri</h1>
      <p>Il modulo che hai inviato non è partito. Puoi inviarlo adesso.</p>
      <div className="actions">
        <Form method="post" action={form.path} reloadDocument onSubmit={() => forgetDraft(owner, form.path)}>
          {form.fields.map(([name, value], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one name may stand several times, and the order never changes
            <input key={i} type="hidden" name={name} value={value} />
          ))}
          <Submit className="button button-main button-large" busy="Invio in corso...">
            Invia ora
          </Submit>
        </Form>
        <Link className="button button-quiet" to={href('/dashboard')}>
          Non inviarlo
        </Link>
      </div>
      {form.recap.length > 0 && <h2>Il tuo modulo</h2>}
      <dl className="pairs">
        {form.recap.map(({ label, value }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label may stand several times, and the order never changes
          <div key={i}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Starts the download of a file for which the user has signed in. The browser stays on this page meanwhile. */
function FileDownload({ path }: { path: string }) {
  return (
    <div className="page narrow">
      <PageHead title="Il file che hai chiesto" noindex />
      <meta httpEquiv="refresh" content={`0;url=${path}`} />
      <h1>Il file che hai chiesto</h1>
      <p>Il download comincia da solo. Se non comincia, scaricalo da qui.</p>
      <div className="actions">
        <a className="button button-main button-large" href={path} download>
          Scarica
        </a>
        <Link className="button" to={href('/dashboard')}>
          Vai alla Dashboard
        </Link>
      </div>
    </div>
  )
}
