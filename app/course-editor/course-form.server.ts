import { data } from 'react-router'
import type { Staff } from '../accounts/rules'
import { themeName } from '../content/themes'
import { courseByKey } from '../courses/office.queries.server'
import { type CourseOutcome, type CourseRefusal, explainCourseRefusal } from '../courses/refusals.rules'
import { isConcluded } from '../courses/rules'
import { changedSessions } from '../courses/session-warnings.rules'
import { CARRIED_KINDS } from '../documents/rules'
import { readForm } from '../http/form.server'
import { NO_RESPONSE, redirectWith } from '../http/toasts.server'
import { spanOf } from '../parsing/sessions.rules'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { log } from '../runtime/log.server'
import type { Toast } from '../ui/toast'
import { prepareChangeEmails } from './change-emails.server'
import type { FormResult, SentForm } from './course-form'
import { mergeCourse } from './merge.rules'
import { lastChangeOf } from './queries.server'
import { baseFrom, type CourseTyped, courseTextFrom, readCourse, writeCourse } from './rules'
import { unconfirmedWarnings, warningsOf, writeWarnings } from './warnings.rules'

/** `toastSentence`: what was done beside saving, for the toast; `problem`: why the course is not saved. */
type SaveOutcome = CourseOutcome<{ toastSentence?: string | undefined }> | { ok: false; problem: string }

type FormOptions = {
  isNew: boolean
  /** The page that is shown once the course is saved. */
  page: string
  /** Saves a course that was read without errors. `sent.address`: the wanted slug, '' to derive it from the title. */
  save: (
    sent: SentForm & { address: string },
    course: CourseTyped,
    emails: Awaited<ReturnType<typeof prepareChangeEmails>>,
  ) => Promise<SaveOutcome>
}

/**
 * Answers the form of a course: reads and checks it, saves it with `save`, then redirects to `page`. Returns the form
 * instead for a preview, and with errors, unconfirmed warnings, a conflict, or the reason why it is not saved. E-mails
 * to the participants about the change are a warning too.
 */
export async function answerCourseForm(staff: Staff, request: Request, { isNew, page, save }: FormOptions) {
  const form = await readForm(request)
  const intent = form.get('intent') === 'publish' ? 'publish' : 'save'
  const text = courseTextFrom(form)
  const confirmed = form.getAll('confirmed').map(String)
  const [id, version] = [String(form.get('id')), Number(form.get('version'))]
  const base = baseFrom(form.get('base'))
  if (!isId(id) || !Number.isInteger(version) || !base) throw data(null, { status: 400 })
  const carried = CARRIED_KINDS.filter((name) => form.has(name))
  const sent: SentForm = { id, version, base, text, confirmed, intent, carried, notify: form.has('notify') }

  const { course, errors } = readCourse(intent === 'publish' ? { ...text, draft: false } : text)
  if (text.theme && !themeName(text.theme)) errors.theme = 'Scegli un tema dell’elenco'
  if (form.get('intent') === 'preview') return data<FormResult>({ ...sent, preview: course })
  if (Object.keys(errors).length > 0) return data<FormResult>({ ...sent, errors }, { status: 400 })
  try {
    const stored = await courseByKey(staff, id)
    const knownWarnings = stored ? warningsOf(stored, today(), stored) : {}
    // A form of an older version is refused, so that its e-mails are not asked about.
    const emails =
      stored?.version === version && sent.notify
        ? await prepareChangeEmails(staff, stored, course)
        : undefined
    const warnings = {
      ...warningsOf(course, today(), stored),
      ...(emails?.question && { notify: emails.question }),
    }
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
    const saved = await save({ ...sent, address: text.slug.trim() }, course, emails)
    if (saved.ok)
      return redirectWith(
        page,
        savedToast(isNew, { ...course, cancelledAt: stored?.cancelledAt }, saved.toastSentence),
      )
    if ('problem' in saved) return data<FormResult>({ ...sent, problem: saved.problem }, { status: 503 })
    return data(await formAfterRefusal(staff, isNew, sent, saved.refusal), { status: 409 })
  } catch (fault) {
    log.error({ err: fault }, 'course not saved')
    const problem = failureSentence(isNew, NO_RESPONSE)
    return data<FormResult>({ ...sent, problem }, { status: 503 })
  }
}

/**
 * The form after `save` refused it. 'taken': with an error of the slug; 'stale': merged with the stored course; else,
 * or if that course is missing, with the reason of the refusal.
 */
async function formAfterRefusal(
  staff: Staff,
  isNew: boolean,
  sent: SentForm,
  refusal: CourseRefusal,
): Promise<FormResult> {
  if (refusal === 'taken') return { ...sent, errors: { slug: 'Questo indirizzo è già di un altro corso' } }
  const problem = failureSentence(isNew, explainCourseRefusal({ refusal }))
  const current = refusal === 'stale' ? await courseByKey(staff, sent.id) : undefined
  if (!current) return { ...sent, problem }

  const lastChange = await lastChangeOf(staff, sent.id)
  const storedText = writeCourse(current)
  const { text, changedByOthers, changedByBoth } = mergeCourse(sent.base, storedText, sent.text)
  const fields = changedByOthers.map((field) => ({
    field,
    before: sent.base[field],
    after: storedText[field],
    changedByBoth: changedByBoth.includes(field),
  }))
  return {
    ...sent,
    version: current.version,
    base: storedText,
    text,
    problem,
    conflict: { savedBy: lastChange?.by ?? null, savedAt: lastChange?.at ?? current.updatedAt, fields },
  }
}

function failureSentence(isNew: boolean, why: string): string {
  return `Impossibile ${isNew ? 'creare' : 'aggiornare'} il corso: ${why}`
}

type SavedCourse = CourseTyped & { cancelledAt?: Date | null | undefined }

function savedToast(isNew: boolean, course: SavedCourse, furtherSentence?: string): Toast {
  const { draft, comingSoon } = course
  const variant = draft ? ' (bozza)' : comingSoon ? ' (in arrivo)' : ''
  return {
    tone: 'success',
    title: `Corso ${isNew ? 'creato' : 'aggiornato'}${variant}`,
    description: [savedCourseSentence(course), furtherSentence].filter(Boolean).join(' '),
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
  if (cancelledAt) return `L’edizione di «${title}» è annullata: non è nel catalogo.`
  if (isConcluded(spanOf(sessions), today())) return `«${title}» è già concluso: non è nel catalogo.`
  return `«${title}» ${comingSoon ? 'è tra i corsi in arrivo' : 'è nel catalogo'}.`
}
