import { randomUUID } from 'node:crypto'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Admin } from '../accounts/rules'
import type { SettingGroup, SiteSettings } from '../content/settings.rules'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { isId } from '../parsing/text.rules'
import { type FieldErrors, hasErrors } from '../ui/forms/error-summary'
import { OWNER_FIELD } from '../ui/forms/form'
import { errorToast, type Toast } from '../ui/toast'
import { changeSettings, restoreSettings } from './commands.server'
import { NEW_ITEM } from './list.rules'
import { restorePeopleOrOffices } from './photo.commands.server'
import { readGroup } from './queries.server'

/** The texts of the fields of a form, by name. */
export type GroupText = Record<string, string>

/**
 * What a form that was not saved shows again. `base`: the stored texts that the fields are compared with; `version`:
 * the version that the next submission replaces; `changedByOthers`: the fields that somebody else has saved meanwhile,
 * each with the stored text (`now`) and whether the form keeps what was typed instead (`isKept`).
 */
export type GroupResult = {
  text: GroupText
  base: GroupText
  version: number
  key?: string
  errors?: FieldErrors
  problem?: string
  changedByOthers?: { name: string; now: string; isKept: boolean }[]
  toasts?: Toast[]
}

/**
 * How the form of a group is read and shown. `read` turns the texts of the fields into the content; `stored`: the
 * present content. `write` turns the content into the texts. `edit` returns the texts after a button that changes them
 * without saving; null for other buttons. `confirm` returns the errors that block a change or a restoration, such as a
 * missing password.
 */
export type GroupReading<Group extends SettingGroup> = {
  group: Group
  read: (text: GroupText, stored: SiteSettings[Group]) => { value: SiteSettings[Group]; errors: FieldErrors }
  write: (value: SiteSettings[Group]) => GroupText
  edit?: (text: GroupText, button: string) => GroupText | null
  confirm?: (from: SiteSettings[Group], to: SiteSettings[Group], form: FormData) => Promise<FieldErrors>
}

export const SAVE_FAILED = 'Impossibile salvare'

/**
 * Answers the form of a group: saves it, restores the former content, or applies `edit`. `page`: the address to which
 * saving and restoring lead.
 */
export async function answerGroupForm<Group extends SettingGroup>(
  admin: Admin,
  request: Request,
  page: string,
  reading: GroupReading<Group>,
) {
  return answerGroup(admin, await readForm(request), page, reading)
}

/** Returns what the form of a group is opened with. */
export async function readGroupForm<Group extends SettingGroup>(
  admin: Admin,
  group: Group,
  write: GroupReading<Group>['write'],
) {
  const { value, version, lastChange } = await readGroup(admin, group)
  return { text: write(value), version, lastChange }
}

/** The groups that are, or contain, a list of items. */
type ListGroup = 'questions' | 'team' | 'offices' | 'hours'

const itemsOf = (stored: SiteSettings[ListGroup]): readonly { id: string }[] =>
  'closures' in stored ? stored.closures : stored

/**
 * How the form of one item of a list is read and shown. `page`: address of the list, where the form leads back to. `id`:
 * the item in the list. `key`: made once for each opened form; a new item gets it as its id, so that a form that is sent
 * twice adds one item.
 */
export type ItemReading<Group extends ListGroup> = {
  group: Group
  page: string
  read: (
    text: GroupText,
    stored: SiteSettings[Group],
    id: string,
    key: string,
  ) => { value: SiteSettings[Group]; errors: FieldErrors }
  write: (value: SiteSettings[Group], id: string) => GroupText
}

type RequestArgs = { request: Request; context: Readonly<RouterContextProvider> }

/** Whether the action of this request has answered the form of an item that is not in the list. */
const itemIsGoneContext = createContext(false)
const ITEM_IS_GONE =
  'Nulla è stato salvato: questa voce non c’è più, qualcun altro l’ha eliminata o rinominata. Se serve ancora, copia i testi in una voce nuova'

/**
 * Returns what the form of an item of a list is opened with. `item`: the id in the address, or `NEW_ITEM`; throws 404 for
 * an id that is not in the list. A page that `answerItemForm` has answered with 409 passes: without a script it is loaded
 * with that answer.
 */
export async function readItemForm<Group extends ListGroup>(
  admin: Admin,
  context: RequestArgs['context'],
  item: string,
  { group, write }: ItemReading<Group>,
) {
  const { value, version, lastChange } = await readGroup(admin, group)
  const isKnown = item === NEW_ITEM || itemsOf(value).some(({ id }) => id === item)
  if (!isKnown && !context.get(itemIsGoneContext)) throw data(null, { status: 404 })
  return { text: write(value, item), key: randomUUID(), version, lastChange }
}

/**
 * Answers the form of an item of a list. `item`: the id in the address, or `NEW_ITEM`. Answers 409 with what was typed
 * for an item that is not in the list; throws 400 for a malformed key.
 */
export async function answerItemForm<Group extends ListGroup>(
  admin: Admin,
  { request, context }: RequestArgs,
  item: string,
  { group, page, read, write }: ItemReading<Group>,
) {
  const form = await readForm(request)
  const key = String(form.get('key'))
  if (!isId(key)) throw data(null, { status: 400 })
  const typed = typedGroup(form)
  const answer = async () => {
    const { value, version } = await readGroup(admin, group)
    const isListed = (id: string) => itemsOf(value).some((listed) => listed.id === id)
    // The form may have been sent twice, and the first time the item may have got the key as its id: see `readPerson`.
    if (item !== NEW_ITEM && !isListed(item) && !isListed(key)) {
      context.set(itemIsGoneContext, true)
      return data<GroupResult>({ ...typed, version, problem: ITEM_IS_GONE }, { status: 409 })
    }
    const id = isListed(item) ? item : key
    return answerGroup(admin, form, page, {
      group,
      read: (text, stored) => read(text, stored, id, key),
      write: (stored) => write(stored, id),
    })
  }
  return withErrorToast(SAVE_FAILED, answer, typed)
}

async function answerGroup<Group extends SettingGroup>(
  admin: Admin,
  form: FormData,
  page: string,
  { group, read, write, edit, confirm }: GroupReading<Group>,
) {
  const typed = typedGroup(form)
  const { text, base, version } = typed
  const answer = async () => {
    const edited = edit?.(text, String(form.get('intent')))
    if (edited) return data<GroupResult>({ ...typed, text: edited })
    const stored = await readGroup(admin, group)
    const isRestoring = form.get('intent') === 'restore'
    const { value, errors }: ReturnType<typeof read> = isRestoring
      ? { value: stored.former, errors: {} }
      : read(text, stored.value)
    const problems = hasErrors({ errors }) ? errors : await confirm?.(stored.value, value, form)
    if (hasErrors({ errors: problems }))
      return data<GroupResult>({ ...typed, errors: problems }, { status: 400 })
    if (isRestoring) return restoreGroup(admin, group, version, page)
    // Changes of others to fields that this form does not have are no conflict.
    const { changedByOthers } = mergeTexts({ base, text, now: write(stored.value) })
    const expectedVersion = changedByOthers.length === 0 ? stored.version : version
    const outcome = await changeSettings(admin, group, value, expectedVersion)
    if (outcome.ok) return redirectWith(page, SAVED_TOAST)
    const present = await readGroup(admin, group)
    const lastEditor = present.lastChange?.by ?? 'qualcun altro'
    return data<GroupResult>(
      {
        ...mergeTexts({ base, text, now: write(present.value) }),
        version: present.version,
        problem: `Nulla è stato sovrascritto: ${lastEditor} ha salvato questa pagina mentre la modificavi. Controlla e salva di nuovo`,
      },
      { status: 409 },
    )
  }
  return withErrorToast(SAVE_FAILED, answer, typed)
}

/** Restores the content that a group had before its last change, and leads to `page` with a toast. */
export async function restoreGroup(admin: Admin, group: SettingGroup, version: number, page: string) {
  const outcome =
    group === 'team' || group === 'offices'
      ? await restorePeopleOrOffices(admin, group, version)
      : await restoreSettings(admin, group, version)
  return redirectWith(page, outcome.ok ? RESTORED_TOAST : errorToast(`${SAVE_FAILED}: ${CHANGED_BY_OTHERS}`))
}

export const SAVED_TOAST: Toast = {
  tone: 'success',
  title: 'Impostazioni salvate',
  description: 'Il sito le mostra già.',
}
const RESTORED_TOAST: Toast = { tone: 'success', title: 'Ripristinato com’era prima' }
export const CHANGED_BY_OTHERS = 'nel frattempo qualcun altro ha cambiato questa pagina'

/**
 * Merges a form with what somebody else has saved: a field that was typed in keeps its text, any other takes the stored
 * one. `base`: the stored texts when the form was opened; `now`: the stored texts of this moment.
 */
export function mergeTexts({ base, text, now }: { base: GroupText; text: GroupText; now: GroupText }) {
  const typed = Object.fromEntries(Object.entries(text).filter(([name, value]) => value !== base[name]))
  const changedByOthers = Object.entries(now)
    .filter(([name, stored]) => stored !== base[name])
    .map(([name, stored]) => ({ name, now: stored, isKept: name in typed }))
  return { text: { ...now, ...typed }, base: now, changedByOthers }
}

/** Returns a sent form as it is shown again. */
function typedGroup(form: FormData): GroupResult {
  const base = baseFrom(form)
  const key = form.get('key')
  return {
    text: groupTextFrom(form, base),
    base,
    version: Number(form.get('version')),
    ...(key && { key: String(key) }),
  }
}

/** Returns the texts with which the form was opened; none if the hidden field cannot be read. */
function baseFrom(form: FormData): GroupText {
  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(String(form.get('base')))).map(([name, value]) => [name, String(value)]),
    )
  } catch {
    return {}
  }
}

/** The fields that are no texts of the group. `current` is the password: a refused form must not contain it. */
const CONTROL_FIELDS = new Set(['intent', 'version', 'base', 'key', 'current', OWNER_FIELD])

/**
 * Returns the texts of the fields. A switch that is off sends nothing, so a name of `base` that was not sent gets ''.
 */
function groupTextFrom(form: FormData, base: GroupText): GroupText {
  const blank = Object.keys(base).map((name) => [name, ''])
  const fields = [...form].filter(([name, value]) => typeof value === 'string' && !CONTROL_FIELDS.has(name))
  const sent = fields.map(([name, value]) => [name, withPlainLineEnds(String(value))])
  return Object.fromEntries([...blank, ...sent])
}

/** Turns the line ends of a sent form (CR LF) into those of the field (LF), and drops NUL characters. */
const withPlainLineEnds = (text: string) => text.replaceAll('\0', '').replaceAll('\r\n', '\n')
