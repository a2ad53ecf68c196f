import { data } from 'react-router'
import type { Staff } from '../accounts/rules'
import { themeName } from '../content/themes'
import { courseByKey } from '../courses/office.queries.server'
import type { StoredCourse } from '../courses/queries.server'
import { type CourseRefusal, explainCourseRefusal } from '../courses/refusals.rules'
import { isConcluded } from '../courses/rules'
import { changedSessions } from '../courses/session-warnings.rules'
import type { Transaction } from '../database/client.server'
import { CARRIED_KINDS } from '../documents/rules'
import { readForm } from '../http/form.server'
import { NO_RESPONSE, redirectWith } from '../http/toasts.server'
import { spanOf } from '../parsing/sessions.rules'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { log } from '../runtime/log.server'
import type { Toast } from '../ui/toast'
import type { FormResult, SentForm } from './course-form'
import { mergeCourse } from './merge.rules'
import { lastChangeOf } from './queries.server'
import { baseFrom, type CourseTyped, courseTextFrom, readCourse, writeCourse } from './rules'
import { unconfirmedWarnings, warningsOf, writeWarnings } from './warnings.rules'

/** `note`: a sentence about what else was done, for the toast. */
type SaveOutcome = { ok: true; note?: string | undefined } | { ok: false; refusal: CourseRefusal } | Problem
type Problem = { ok: false; problem: string }

/**
 * E-mails about a change of the course. `question`: sentences to confirm before; `sentence`: how many are sent, for
 * the toast; `send`: enqueues them as the change is saved.
 */
type Notice = { question: string[]; sentence: string; send: (tx: Transaction) => Promise<void> }
/** Saves a course that was read without errors. `sent.address`: the wanted slug, '' to derive it from the title. */
type Save = (
  sent: SentForm & { address: string },
  course: CourseTyped,
  notice: Notice | undefined,
) => Promise<SaveOutcome>
type FormOptions = {
  isNew: boolean
  page: string
  noticeOf?: (stored: StoredCourse, course: CourseTyped) => Promise<Notice | undefined>
  save: Save
}

/**
 * Answers the form of a course: reads, checks and saves it with `save`, then redirects to `page`. Returns the form for
 * a preview, and with errors, unconfirmed warnings, a conflict or the problem because of which it is not saved. That
 * `noticeOf` sends e-mails is a warning too.
 */
export async function answerCourseForm(
  staff: Staff,
  request: Request,
  { isNew, page, noticeOf, save }: FormOptions,
) {
  const form = await readForm(request)
  const intent = form.get('intent') === 'publish' ? 'publish' : 'save'
  const text = courseTextFrom(form)
  const confirmed = form.getAll('confirmed').map(String)
  const [id, version] = [String(form.get('id')), Number(form.get('version'))]
  const base = baseFrom(form.get('base'))
  if (!isId(id) || !isVersion(version) || !base) throw data(null, { status: 400 })
  const carried = CARRIED_KINDS.filter((name) => form.has(name))
  const sent: SentForm = { id, version, base, text, confirmed, intent, carried, notify: form.has('notify') }

  const { course, errors } = readCourse(intent === 'publish' ? { ...text, draft: false } : text)
  if (text.theme && !themeName(text.theme)) errors.theme = 'Scegli un tema dell’elenco'
  if (form.get('intent') === 'preview') return data<FormResult>({ ...sent, preview: course })
  if (Object.keys(errors).length > 0) return data<FormResult>({ ...sent, errors }, { status: 400 })
  try {
    const stored = await courseByKey(staff, id)
    const knownWarnings = stored ? warningsOf(stored, today(), stored) : {}
    const notice = stored && sent.notify ? await noticeOf?.(stored, course) : undefined
    const warnings = { ...warningsOf(course, today(), stored), ...(notice && { notify: notice.question }) }
    const unconfirmed = unconfirmedWarnings(warnings, knownWarnings, confirmed)
    // The question about e-mails already names the changed sessions.
    if (unconfirmed.sessions && stored && !unconfirmed.notify)
      unconfirmed.sessions.push(...changedSessions(stored.sessions, course.sessions))
    const sentences = Object.values(unconfirmed).flat()
    if (sentences.length > 0)
      return data<FormResult>(
        { ...sent, warnings: writeWarnings(unconfirmed), confirmed: [...confirmed, ...sentences] },
        { status: 400 },
      )
    const saved = await save({ ...sent, address: text.slug.trim() }, course, notice)
    if (saved.ok)
      return redirectWith(
        page,
        savedToast(isNew, { ...course, cancelledAt: stored?.cancelledAt }, saved.note),
      )
    if ('problem' in saved) return data<FormResult>({ ...sent, problem: saved.problem }, { status: 503 })
    return data(await formAfterRefusal(staff, isNew, sent, saved.refusal), { status: 409 })
  } catch (fault) {
    log.error({ err: fault }, 'course not saved')
    const problem = failureSentence(isNew, NO_RESPONSE)
    return data<FormResult>({ ...sent, problem }, { status: 503 })
  }
}

/** Whether a number fits the column of the version. */
const isVersion = (version: number) => Number.isInteger(version) && version >= 0 && version < 2 ** 31

/**
 * The form after `save` refused it: with the error of a taken slug, merged with the stored course after a conflict,
 * else with the reason.
 */
async function formAfterRefusal(
  staff: Staff,
  isNew: boolean,
  sent: SentForm,
  refusal: CourseRefusal,
): Promise<FormResult> {
  if (refusal === 'taken') return { ...sent, errors: { slug: 'Questo indirizzo è già di un altro corso' } }
  const current = refusal === 'stale' ? await courseByKey(staff, sent.id) : undefined
  if (!current) return { ...sent, problem: failureSentence(isNew, explainCourseRefusal({ refusal })) }

  const last = await lastChangeOf(staff, sent.id)
  const storedText = writeCourse(current)
  const { text, changedByOthers, changedByBoth } = mergeCourse(sent.base, storedText, sent.text)
  const fields = changedByOthers.map((field) => ({
    field,
    was: sent.base[field],
    is: storedText[field],
    changedByBoth: changedByBoth.includes(field),
  }))
  return {
    ...sent,
    version: current.version,
    base: storedText,
    text,
    problem: failureSentence(isNew, explainCourseRefusal({ refusal })),
    conflict: { by: last?.by ?? null, at: last?.at ?? current.updatedAt, fields },
  }
}

function failureSentence(isNew: boolean, why: string): string {
  return `Impossibile ${isNew ? 'creare' : 'aggiornare'} il corso: ${why}`
}

type SavedCourse = CourseTyped & { cancelledAt?: Date | null | undefined }

function savedToast(isNew: boolean, course: SavedCourse, note?: string): Toast {
  const { draft, comingSoon } = course
  const variant = draft ? ' (bozza)' : comingSoon ? ' (in arrivo)' : ''
  return {
    tone: 'success',
    title: `Corso ${isNew ? 'creato' : 'aggiornato'}${variant}`,
    description: [savedCourseSentence(course), note].filter(Boolean).join(' '),
  }
}

/** A sentence about where the saved course can be seen. */
export function savedCourseSentence({
  title,
  draft,
  comingSoon,
  cancelledAt,
  sessions,
}: SavedCourse): string {
  if (draft) return `«${title}» è una bozza: la vede solo la segreteria.`
  if (cancelledAt) return `«${title}» è annullata: non è nel catalogo.`
  if (isConcluded(spanOf(sessions), today())) return `«${title}» è già concluso: non è nel catalogo.`
  return `«${title}» ${comingSoon ? 'è tra i corsi in arrivo' : 'è nel catalogo'}.`
}
