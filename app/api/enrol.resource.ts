import { secondsInMinute } from 'date-fns/constants'
import type { RouterContextProvider } from 'react-router'
import { isStaff, type Member, type Staff } from '../accounts/rules'
import { findMember } from '../accounts/session/session.server'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { enrolOutcomesOf } from '../enrolments/direct/enrol.queries.server'
import type { EnrolOutcome } from '../enrolments/direct/rules'
import { enrolmentState, requestRefusalFor } from '../enrolments/mine/queries.server'
import { enrolSelf, requestEnrolment } from '../enrolments/request/commands.server'
import type { EnrolmentOutcome, EnrolmentRefused } from '../enrolments/rules'
import { readJson, refuseCall, refuseRead, respondWithJson } from '../http/json.server'
import { countAttempt } from '../http/rate-limit.server'
import { ENROLMENT_REQUEST_LIMIT } from '../http/rate-limits.rules'
import { formatCount } from '../italian/numbers'
import { log } from '../runtime/log.server'
import { ENROL, type EnrolBody, type EnrolResponse, type SkipStatus } from './contract'

type ActionArgs = { request: Request; context: Readonly<RouterContextProvider> }

export const loader = refuseRead

/** POST /functions/v1/enroll_user_in_courses */
export async function action({ request, context }: ActionArgs): Promise<Response> {
  try {
    const member = await findMember(request, context)
    if (!member) return refuseCall(401, 'Sessione non valida', { 'WWW-Authenticate': 'Bearer' })
    const call = await readJson(request, ENROL.body)
    return call.ok ? await enrol(member, call.body) : call.refusal
  } catch (fault) {
    log.error({ err: fault }, 'a call to enrol failed')
    return refuseCall(503, "Errore durante l'iscrizione al corso: riprova tra poco")
  }
}

async function enrol(member: Member, { user_id, course_ids }: EnrolBody): Promise<Response> {
  const ids = [...new Set(course_ids.map((id) => id.toLowerCase()))]
  if (user_id === undefined || user_id === member.id) return enrolOneself(member, ids)
  if (member.lacksSecondFactor) return refuseCall(403, SECOND_FACTOR_FIRST)
  if (!isStaff(member)) return refuseCall(403, 'Puoi chiedere iscrizioni soltanto per te.')
  return enrolAnother(member, user_id, ids)
}

const SECOND_FACTOR_FIRST =
  'Prima attiva la verifica in due passaggi dalla Dashboard: a chi lavora nel pannello è richiesta.'

/**
 * Requests enrolments for the caller; staff are enrolled at once. Each course counts like one 'Iscriviti ora'. Courses
 * beyond the limit are skipped; if the first one is beyond it, the whole call is refused with 429.
 */
async function enrolOneself(member: Member, ids: string[]): Promise<Response> {
  const response: EnrolResponse = { enrolled: [], skipped: [] }
  for (const course_id of ids) {
    const { allowed, retryAfter } = await countAttempt(`enrol ${member.id}`, ENROLMENT_REQUEST_LIMIT)
    if (!allowed && course_id === ids[0]) return refuseTooManyRequests(retryAfter)
    const outcome = allowed ? await requestOrEnrol(member, course_id) : undefined
    if (outcome?.ok) response.enrolled.push({ course_id, status: isStaff(member) ? 'approved' : 'pending' })
    else {
      const refused = outcome && (await requestRefusalFor(member, course_id, outcome))
      const status = refused ? await skipStatusOf(member, course_id, refused) : 'limit'
      response.skipped.push({ course_id, status })
    }
  }
  return respondWithJson(response)
}

/** Sends a request; staff are enrolled at once. */
function requestOrEnrol(member: Member, courseId: string): Promise<EnrolmentOutcome> {
  return isStaff(member) ? enrolSelf(member, courseId) : requestEnrolment(member, courseId)
}

async function skipStatusOf(
  member: Member,
  courseId: string,
  { refusal, state }: EnrolmentRefused,
): Promise<SkipStatus> {
  if (state) return state
  // The office can still take back its decision about this enrolment: until then the caller reads the former state.
  if (refusal === 'updating') return (await enrolmentState(member, courseId)) ?? 'pending'
  return refusal === 'coming' || refusal === 'concluded' || refusal === 'full' ? refusal : 'unknown'
}

/** Enrols another person at once, for staff, never above the capacity of a course. */
async function enrolAnother(staff: Staff, personId: string, ids: string[]): Promise<Response> {
  const { person } = (await enrolOutcomesOf(staff, personId, [])) ?? {}
  const enrolled = person && (await enrolPerson(staff, person.email, ids))
  if (!enrolled?.ok) return refuseCall(404, 'Utente non trovato')
  const outcomesAfter = await enrolOutcomesOf(staff, personId, ids)
  const response: EnrolResponse = { enrolled: [], skipped: [] }
  for (const { courseId: course_id, outcome } of enrolled.outcomes) {
    if (outcome === 'enrolled') response.enrolled.push({ course_id, status: 'approved' })
    else {
      const status = outcomesAfter?.outcomes.find(({ id }) => id === course_id)?.status
      response.skipped.push({ course_id, status: SKIP_STATUS_OF[outcome] ?? status ?? 'unknown' })
    }
  }
  return respondWithJson(response)
}

/** The status by outcome. For any other outcome the status is the state of the enrolment that exists. */
const SKIP_STATUS_OF: Partial<Record<EnrolOutcome, SkipStatus>> = {
  full: 'full',
  coming: 'coming',
  archived: 'unknown',
  unknown: 'unknown',
}

function refuseTooManyRequests(retryAfter: number): Response {
  const sentence = `Troppe richieste, riprova tra ${formatCount(Math.ceil(retryAfter / secondsInMinute), 'minuto', 'minuti')}`
  return refuseCall(429, sentence, { 'Retry-After': String(retryAfter) })
}
