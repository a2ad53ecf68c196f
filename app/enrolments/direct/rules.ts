import type { CourseStateFacts } from '../../courses/rules'
import { isSeated } from '../../courses/seats.rules'
import { type EnrolmentState, isRejectionOpen, maySeat } from '../rules'

/** Most courses in which one form enrols a person. */
export const ENROL_MOST = 30
/** Most courses that a form suggests. */
export const SUGGESTED_COURSES = 20

/**
 * What a direct enrolment does in a course, in words for a person who was not enrolled just now. 'enrolled': there was
 * no seat, and now there is one, so the form would enrol them if it were sent again; 'rejection-open': the rejection of
 * the request can still be taken back.
 */
export const OUTCOMES_IN_WORDS = {
  enrolled: 'Non iscritto: ora c’è posto',
  already: 'Era già iscritto',
  'rejection-open': 'Richiesta appena rifiutata: prima usa «Ripristina» in «Ultime decisioni»',
  full: 'Al completo: non iscritto',
  draft: 'È una bozza: prima va pubblicata',
  cancelled: 'Edizione annullata: non iscritto',
  coming: 'In arrivo: le iscrizioni non sono ancora aperte',
  archived: 'Corso eliminato: non iscritto',
  unknown: 'Questo corso non esiste più',
}
export type EnrolOutcome = keyof typeof OUTCOMES_IN_WORDS

/**
 * Decides what a direct enrolment does in a course. `existing`: the person's live enrolment, with whether its last
 * decision can still be taken back; `taken`: the taken seats of the course, without a seat that is offered to the
 * person.
 */
export function enrolOutcomeOf(
  course:
    | (Pick<CourseStateFacts, 'archivedAt' | 'cancelledAt' | 'draft' | 'comingSoon'> & {
        maxPartecipanti: number | null
      })
    | undefined,
  existing: { status: EnrolmentState; isLastDecisionOpen: boolean } | undefined,
  taken: number,
  overCapacity = false,
): EnrolOutcome {
  if (!course) return 'unknown'
  if (existing && isSeated(existing.status)) return 'already'
  // The e-mail of the rejection would still leave.
  if (existing && isRejectionOpen(existing)) return 'rejection-open'
  if (course.archivedAt) return 'archived'
  if (course.draft) return 'draft'
  if (course.cancelledAt) return 'cancelled'
  if (course.comingSoon) return 'coming'
  return maySeat(course, taken, overCapacity).ok ? 'enrolled' : 'full'
}
