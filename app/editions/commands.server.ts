import { eq, sql } from 'drizzle-orm'
import { isDeletedAccount, type Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { hasBegun } from '../courses/rules'
import { markedSessionChanged, sessionsOf, writeSessionsOf } from '../courses/sessions.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses, postponements } from '../database/schema'
import { KINDS_UPDATING_EDITION } from '../enrolments/decision.rules'
import {
  applyStep,
  enqueueEmailsAbout,
  type OpenDecision,
  openDecision,
  renderEmailsAbout,
  saveNotifiedEnrolments,
} from '../enrolments/decision.server'
import { firstDueDayIfConfirmed, postponeOpenDues } from '../enrolments/dues/dues.server'
import { balancesOf } from '../enrolments/dues/queries.server'
import type { EnrolmentFacts } from '../enrolments/emails'
import { endEnrolments } from '../enrolments/end.server'
import { extendOffers } from '../enrolments/offer.server'
import { refundsToday } from '../enrolments/refund.queries.server'
import { cleanTypedText, type EnrolmentState } from '../enrolments/rules'
import {
  type LockedCourse,
  type LockedEnrolment,
  lockCourseWithSeats,
  lockEnrolments,
} from '../enrolments/seats.server'
import { readSessions } from '../parsing/session-lines.rules'
import { areLinesOf, numberSessions, spanOf, writeSession, writeSessions } from '../parsing/sessions.rules'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { refuse } from '../runtime/outcome.rules'
import { editionCancelled, editionChanged, editionConfirmed, editionPostponed } from './emails'
import { enrolmentsAlsoIn, enrolmentsIn, INVOLVED_STATES, PARTICIPANT_STATES } from './queries.server'
import {
  type EditionOutcome,
  mayConfirmEdition,
  mayDecideEdition,
  mayPostponeTo,
  mistakesToCancel,
  proposedAnswerBy,
} from './rules'
import { editionToPropose } from './series.queries.server'

/**
 * The outcome of a decision about an edition. `decision`: its id, to undo it; `notified`: how many e-mails were
 * enqueued.
 */
type EditionDecisionOutcome = EditionOutcome<{ decision: string; notified: number }>

/**
 * Cancels an edition as a decision: ends the enrolments of everybody who takes part or waits for an answer, and
 * enqueues an e-mail to each. The public page stays and says that the edition is cancelled.
 * @param title as typed by the office; if it is not the title of the course, apart from case, accents and signs, the
 *   command refuses as 'other-title'
 */
export async function cancelEdition(
  staff: Staff,
  courseId: string,
  { title, reason }: { title: string; reason: string },
): Promise<EditionDecisionOutcome> {
  if (!isId(courseId)) return refuse('unknown')
  const cleanedReason = cleanTypedText(reason)
  const proposedEdition = await editionToPropose(staff, courseId)
  const enrolledInProposed = proposedEdition
    ? await enrolmentsAlsoIn(staff, courseId, proposedEdition.slug)
    : []
  const involved = await enrolmentsIn(staff, courseId, INVOLVED_STATES)
  const refunds = await refundsToday(involved, 'edition_cancelled')
  const emails = await renderEmailsAbout(involved, (facts, id) =>
    editionCancelled(facts, cleanedReason, {
      other: enrolledInProposed.includes(id) ? undefined : proposedEdition,
      refund: refunds.get(id),
    }),
  )
  return inTransaction(async (tx) => {
    const locked = await lockEdition(tx, courseId, mayDecideEdition)
    if (!locked.ok) return locked
    const { course } = locked
    const mistakes = mistakesToCancel({ title, reason }, course.title)
    const mistake = mistakes.reason ?? mistakes.title
    if (mistake) return refuse(mistake)

    const enrolments = await lockEnrolmentsIn(tx, staff, courseId, INVOLVED_STATES)
    if (enrolments.some(({ id }) => !emails.has(id))) return refuse('changed')
    const decision = await changeEdition(tx, staff, 'cancel-edition', course, {
      cancelledAt: sql`now()`,
      cancelReason: cleanedReason,
    })
    await endEnrolments(tx, staff, enrolments, {
      ending: 'edition_cancelled',
      reason: cleanedReason,
      decision,
    })
    const notified = await enqueueEmailsAbout(tx, emails, enrolments, decision)
    await recordEdition(tx, staff, course, {
      new: { cancelled: true },
      reason: cleanedReason,
      count: enrolments.length,
    })
    return { ok: true, decision: decision.id, notified }
  })
}

/**
 * Confirms as a decision that an edition takes place, and enqueues an e-mail to each participant. If the edition has
 * waited for its minimum, nobody was to pay before: open dues are then due at the earliest when they would be for a
 * seat given today, and stay so if the decision is undone.
 */
export async function confirmEdition(staff: Staff, courseId: string): Promise<EditionDecisionOutcome> {
  if (!isId(courseId)) return refuse('unknown')
  const participants = await enrolmentsIn(staff, courseId, PARTICIPANT_STATES)
  const balances = await balancesOf(participants)
  const firstDueDay = await firstDueDayIfConfirmed(courseId)
  const emails = await renderEmailsAbout(participants, (facts, id) =>
    editionConfirmed(facts, { paid: balances.get(id)?.paid, firstDueDay }),
  )
  return inTransaction(async (tx) => {
    const locked = await lockEdition(tx, courseId, mayConfirmEdition)
    if (!locked.ok) return locked
    const { course } = locked
    const enrolments = await lockEnrolmentsIn(tx, staff, courseId, PARTICIPANT_STATES)
    if (enrolments.some(({ id }) => !emails.has(id))) return refuse('changed')
    const decision = await changeEdition(tx, staff, 'confirm-edition', course, { confirmedAt: sql`now()` })
    await saveNotifiedEnrolments(tx, decision, idsOf(enrolments))
    if (firstDueDay) await postponeOpenDues(tx, idsOf(enrolments), firstDueDay)
    const notified = await enqueueEmailsAbout(tx, emails, enrolments, decision)
    await recordEdition(tx, staff, course, { new: { confirmed: true }, count: enrolments.length })
    return { ok: true, decision: decision.id, notified }
  })
}

/**
 * Gives an edition new sessions as a decision. An e-mail asks the participants whether they stay; another tells the
 * new dates to people who wait for an answer. Enrolments in progress become approved if all new days are to come.
 * @param before the sessions with which the form began, as such lines; refuses as 'stale' if others are stored.
 *   Undefined: those that are stored
 * @param sessions all sessions, those that have begun too, as lines like in the course form
 * @param answerBy last day to answer, YYYY-MM-DD; undefined if the form asked for none, since nobody took part: refuses
 *   as 'changed' if somebody does now
 */
export async function postponeEdition(
  staff: Staff,
  courseId: string,
  {
    before,
    sessions: lines,
    answerBy: writtenDay,
  }: { before?: string; sessions: string; answerBy: string | undefined },
): Promise<EditionDecisionOutcome> {
  if (!isId(courseId)) return refuse('unknown')
  const readings = readSessions(lines)
  if (readings.some(({ session }) => !session)) return refuse('unreadable')
  const sessions = readings.flatMap(({ session }) => session ?? [])
  const [span, day] = [spanOf(sessions), today()]
  const sessionsBefore = await inTransaction((tx) => sessionsOf(tx, courseId))
  // A session of today, begun or not, or of an earlier day may stay as it is; every other one has to be after today.
  const formerSessions = sessionsBefore.filter(({ startDate }) => startDate <= day).map(writeSession)
  const otherSessions = sessions.filter((session) => !formerSessions.includes(writeSession(session)))
  const dates = { before: writeSessions(sessionsBefore), after: writeSessions(sessions) }
  if (sessions.length > 0 && dates.after === dates.before) return refuse('unchanged')
  if (before !== undefined && !areLinesOf(before, sessionsBefore)) return refuse('stale')
  const first = spanOf(otherSessions).startDate ?? undefined
  const answerBy = writtenDay ?? proposedAnswerBy(first ?? day, day)
  const allowed = mayPostponeTo(first, answerBy, day)
  if (!allowed.ok) return allowed
  const participants = await enrolmentsIn(staff, courseId, PARTICIPANT_STATES)
  // The subjects name the edition by its first day, and the new one is not stored yet.
  const withNewStart = (facts: EnrolmentFacts) => ({
    ...facts,
    course: { ...facts.course, startDate: span.startDate },
  })
  const questionEmails = await renderEmailsAbout(participants, (facts, id) =>
    editionPostponed(withNewStart(facts), id, { ...dates, answerBy }),
  )
  const isSomebodyAsked = [...questionEmails.values()].some(({ to }) => !isDeletedAccount(to.address))
  if (writtenDay === undefined && isSomebodyAsked) return refuse('changed')
  const newDatesEmails = await renderEmailsAbout(await enrolmentsIn(staff, courseId, ['pending']), (facts) =>
    editionChanged(withNewStart(facts), [{ what: 'Date', ...dates }]),
  )
  return inTransaction(async (tx) => {
    const locked = await lockEdition(tx, courseId, mayDecideEdition)
    if (!locked.ok) return locked
    const { course } = locked
    const lockedSessions = await sessionsOf(tx, courseId)
    const involved = await lockEnrolmentsIn(tx, staff, courseId, INVOLVED_STATES)
    const haveEmails = involved.every(({ id, status }) =>
      (status === 'pending' ? newDatesEmails : questionEmails).has(id),
    )
    if (!haveEmails || writeSessions(lockedSessions) !== dates.before) return refuse('changed')
    const renumbered = numberSessions(sessions, lockedSessions)
    if (await markedSessionChanged(tx, courseId, lockedSessions, renumbered)) return refuse('marked')
    const decision = await changeEdition(tx, staff, 'postpone', course, span)
    await writeSessionsOf(tx, courseId, renumbered)
    await tx
      .insert(postponements)
      .values({ decisionId: decision.id, courseId, sessionsBefore: lockedSessions, answerBy })
    const isNoLongerBegun = hasBegun(course, day) && !hasBegun(span, day)
    const inProgress = involved.filter(({ status }) => status === 'in_progress')
    const unstarted = isNoLongerBegun ? inProgress : []
    await applyStep(tx, staff, decision, 'unstart', unstarted)
    await saveNotifiedEnrolments(
      tx,
      decision,
      idsOf(involved.filter((enrolment) => !unstarted.includes(enrolment))),
    )
    const emails = new Map([...questionEmails, ...newDatesEmails])
    const notified = await enqueueEmailsAbout(tx, emails, involved, decision)
    const asLines = (text: string) => text.split('\n').filter(Boolean)
    await recordEdition(tx, staff, course, {
      old: { sessions: asLines(writeSessions(lockedSessions)) },
      new: { sessions: asLines(dates.after) },
      count: notified,
    })
    return { ok: true, decision: decision.id, notified }
  })
}

/** Locks an edition, if the rule `mayDecide` allows the decision. */
async function lockEdition(tx: Transaction, courseId: string, mayDecide: typeof mayDecideEdition) {
  const course = await lockCourseWithSeats(tx, courseId)
  if (!course) return refuse('unknown')
  const outcome = mayDecide(course, today())
  return outcome.ok ? { ok: true as const, course } : outcome
}

/** Locks the enrolments of an edition that are in these states. */
async function lockEnrolmentsIn(
  tx: Transaction,
  staff: Staff,
  courseId: string,
  states: readonly EnrolmentState[],
) {
  const enrolments = await lockEnrolments(tx, await enrolmentsIn(staff, courseId, states, tx))
  return enrolments.filter(({ status }) => states.includes(status))
}

const idsOf = (enrolments: readonly LockedEnrolment[]) => enrolments.map(({ id }) => id)

/**
 * Changes columns of a locked edition, raises its version and opens the decision about it. Offers that nobody can answer
 * meanwhile are extended.
 */
async function changeEdition(
  tx: Transaction,
  staff: Staff,
  kind: 'cancel-edition' | 'confirm-edition' | 'postpone',
  { id, version }: LockedCourse,
  columns: Parameters<ReturnType<typeof tx.update<typeof courses>>['set']>[0],
): Promise<OpenDecision> {
  const nextVersion = version + 1
  await tx
    .update(courses)
    .set({ ...columns, version: nextVersion, updatedAt: sql`now()`, updatedBy: staff.id })
    .where(eq(courses.id, id))
  const decision = await openDecision(tx, staff, kind, { courseId: id, version: nextVersion })
  if (KINDS_UPDATING_EDITION.includes(kind)) await extendOffers(tx, id, decision)
  return decision
}

async function recordEdition(
  tx: Transaction,
  staff: Staff,
  { id, title }: LockedCourse,
  details: Record<string, unknown>,
) {
  await record(tx, staff, { action: 'update', entity: 'courses', id, details: { title, ...details } })
}
