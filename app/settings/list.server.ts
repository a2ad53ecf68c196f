import { data } from 'react-router'
import type { Admin } from '../accounts/rules'
import type { SiteSettings } from '../content/settings.rules'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { errorToast } from '../ui/toast'
import { changeList, type ListOutcome } from './commands.server'
import { CHANGED_BY_OTHERS, restoreGroup, SAVE_FAILED, SAVED_TOAST } from './group-form.server'

/** Returns the item of a list with this id; throws 404 for an unknown id. */
export function itemOr404<Item extends { id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((listed) => listed.id === id)
  if (!item) throw data(null, { status: 404 })
  return item
}

/**
 * Answers the buttons of a list page: `ACT:ID` changes the list, `restore` brings back its content before the last
 * change. `change` gets the list and the two parts of the button, and returns the new list; null if the button does not
 * fit the list (unknown act or item, or an item that cannot move further). `page`: address of the list, where the form
 * leads back.
 */
export async function answerList<Group extends 'questions' | 'team' | 'offices'>(
  admin: Admin,
  request: Request,
  page: string,
  group: Group,
  change: (list: SiteSettings[Group], act: string, id: string) => SiteSettings[Group] | null,
) {
  const form = await readForm(request)
  const version = Number(form.get('version'))
  const [act = '', id = ''] = String(form.get('intent')).split(':')
  return withErrorToast(SAVE_FAILED, async () => {
    if (act === 'restore') return restoreGroup(admin, group, version, page)
    // 'gone' is not 404: the address is that of the list, which exists. In most cases the page of the button is
    // outdated.
    return redirectAfter(await changeList(admin, group, (list) => change(list, act, id), version), page)
  })
}

/**
 * Answers the confirmation of a removal. `page`: address of the list, where the form leads back to; `remove`: removes
 * the item from this version of the list.
 */
export async function answerRemoval(
  request: Request,
  page: string,
  remove: (version: number) => Promise<ListOutcome>,
) {
  const form = await readForm(request)
  return withErrorToast(SAVE_FAILED, async () => {
    const outcome = await remove(Number(form.get('version')))
    // Here the address names the item: without the item the page does not exist.
    if (!outcome.ok && outcome.refusal === 'gone') throw data(null, { status: 404 })
    return redirectAfter(outcome, page)
  })
}

const redirectAfter = ({ ok }: ListOutcome, page: string) =>
  redirectWith(page, ok ? SAVED_TOAST : errorToast(`${SAVE_FAILED}: ${CHANGED_BY_OTHERS}`))
