import { href, redirect } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { readOrRedirect, redirectWith } from '../http/toasts.server'
import { officePage } from '../parsing/office-page.rules'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/undo.resource'
import { undoDecision } from './commands.server'
import { endsUndo, explainUndoRefusal } from './rules'

export function loader() {
  return redirect(href('/admin/decisioni'))
}

/** Undoes a decision and redirects to the page in the field `torna`, with a toast that tells the outcome. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const page = officePage(String((await readForm(request)).get('torna') ?? ''))
  const undone = await readOrRedirect(page, FAILED, undoDecision(staff, params.decision))
  return redirectWith(
    page,
    undone.ok
      ? {
          tone: 'success',
          title: 'Ripristinato',
          description: 'La decisione è tolta, e le sue email non partono.',
        }
      : { ...errorToast(`${FAILED}. ${explainUndoRefusal(undone)}.`), endsUndo: endsUndo(undone) },
  )
}

const FAILED = 'Impossibile ripristinare'
