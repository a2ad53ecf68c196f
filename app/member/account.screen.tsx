import { data, href } from 'react-router'
import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { signOutEverywhere } from '../accounts/session/commands.server'
import { memberFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { hasErrors } from '../ui/forms/error-summary'
import { Toasts, toastsIn } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/account.screen'

export async function action({ request, context }: Route.ActionArgs) {
  if ((await readForm(request)).get('intent') !== 'sign-out-everywhere') throw data(null, { status: 400 })
  return withErrorToast('Impossibile terminare gli accessi', async () => {
    const { headers } = await signOutEverywhere(memberFrom(context))
    return redirectWith(
      href('/auth'),
      { tone: 'success', title: 'Hai terminato i tuoi accessi su tutti i dispositivi' },
      { headers },
    )
  })
}

/** The title and the toasts of the page; `AccountFrame` shows its content, also below the dialogs of the account. */
export default function Account({ actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Account" path={ACCOUNT_PATH} noindex error={hasErrors(actionData)} />
      {actionData && <Toasts toasts={toastsIn(actionData)} />}
    </>
  )
}
