import { data } from 'react-router'
import type { Admin } from '../accounts/rules'
import type { SiteSettings } from '../content/groups.rules'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import type { PhotoKind } from '../site/photos.rules'
import { errorToast } from '../ui/toast'
import { changeList, type ListOutcome } from './commands.server'
import { CHANGED_BY_OTHERS, restoreGroup, SAVE_FAILED, SAVED } from './group-form.server'
import { removePictured } from './photo.commands.server'

/** Groups that are lists of items with an id, or have one. */
export type ListGroup = 'questions' | 'team' | 'offices' | 'hours'

/** Answers the buttons of a list: `su:ID`, `giu:ID`, those of `change`, and the restoration of what was there before. */
export async function answerList<Group extends ListGroup>(
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
    const changed = await changeList(admin, group, (list) => change(list, act, id), version)
    if (!changed.ok && changed.refusal === 'gone') throw data(null, { status: 400 })
    return redirectAfter(changed, page)
  })
}

/** Answers the question whether to remove an item of a list. `page`: of the list; `remove`: null for a list without the item. */
export function answerRemoval<Group extends ListGroup>(
  admin: Admin,
  request: Request,
  page: string,
  group: Group,
  remove: (list: SiteSettings[Group]) => SiteSettings[Group] | null,
) {
  return answerRemovalBy((version) => changeList(admin, group, remove, version), request, page)
}

/** The same for a person or an office of a list, with the photograph. */
export function answerPicturedRemoval(
  admin: Admin,
  request: Request,
  page: string,
  kind: PhotoKind,
  id: string,
) {
  return answerRemovalBy((version) => removePictured(admin, kind, id, version), request, page)
}

async function answerRemovalBy(
  remove: (version: number) => Promise<ListOutcome>,
  request: Request,
  page: string,
) {
  const form = await readForm(request)
  return withErrorToast(SAVE_FAILED, async () => {
    const removed = await remove(Number(form.get('version')))
    if (!removed.ok && removed.refusal === 'gone') throw data(null, { status: 404 })
    return redirectAfter(removed, page)
  })
}

const redirectAfter = ({ ok }: ListOutcome, page: string) =>
  redirectWith(page, ok ? SAVED : errorToast(`${SAVE_FAILED}: ${CHANGED_BY_OTHERS}`))
