import { data } from 'react-router'
import type { Admin } from '../accounts/rules'
import type { SiteSettings } from '../content/groups.rules'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import type { PhotoKind } from '../site/photos.rules'
import { errorToast } from '../ui/toast'
import { changeSettings } from './commands.server'
import { CHANGED_BY_OTHERS, restoreGroup, SAVE_FAILED, SAVED } from './group-form.server'
import { removePictured } from './photo.commands.server'
import { readGroup } from './queries.server'

/** Groups that are lists of items with an id, or have one. */
export type ListGroup = 'questions' | 'team' | 'offices' | 'hours'

/** Answers the buttons of a list: `su:ID`, `giu:ID`, those of `change`, and the restoration of what was there before. */
export async function answerList<Group extends ListGroup>(
  admin: Admin,
  request: Request,
  page: string,
  group: Group,
  change: (items: SiteSettings[Group], act: string, id: string) => SiteSettings[Group] | null,
) {
  const form = await readForm(request)
  const version = Number(form.get('version'))
  const [act = '', id = ''] = String(form.get('intent')).split(':')
  return withErrorToast(SAVE_FAILED, async () => {
    if (act === 'restore') return restoreGroup(admin, group, version, page)
    const { value } = await readGroup(admin, group)
    const changed = change(value, act, id)
    if (!changed) throw data(null, { status: 400 })
    const saved = await changeSettings(admin, group, changed, version)
    return redirectWith(page, saved.ok ? SAVED : errorToast(`${SAVE_FAILED}: ${CHANGED_BY_OTHERS}`))
  })
}

/** Removes a person or an office of a list, with its photograph. */
export async function answerRemoval(
  admin: Admin,
  request: Request,
  page: string,
  kind: PhotoKind,
  id: string,
) {
  const form = await readForm(request)
  return withErrorToast(SAVE_FAILED, async () => {
    const removed = await removePictured(admin, kind, id, Number(form.get('version')))
    return redirectWith(page, removed.ok ? SAVED : errorToast(`${SAVE_FAILED}: ${CHANGED_BY_OTHERS}`))
  })
}
