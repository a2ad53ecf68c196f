import { href, redirect } from 'react-router'
import { chosenIds } from '../enrolments/review/form-actions.server'
import { readForm } from '../http/form.server'
import { redirectWith } from '../http/toasts.server'
import { addressWith } from '../ui/query'

/** Leads from the chosen rows of a page to the reminders for them, which lead back to it. */
export async function remindChosen(request: Request, page: string): Promise<Response> {
  const form = await readForm(request)
  const ids = chosenIds({ chosen: form.getAll('chosen').map(String) }, 'una persona', 'persone')
  if (!Array.isArray(ids)) return redirectWith(page, ids)
  return redirect(addressWith(href('/admin/pagamenti/promemoria'), { a: ids, torna: page }))
}
