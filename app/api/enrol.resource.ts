import type { RouterContextProvider } from 'react-router'
import { isStaff, type Member, type Staff } from '../accounts/rules'
import { findMember } from '../accounts/session/session.server'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { enrolOutcomesOf } from '../enrolments/direct/enrol.queries.server'
import type { EnrolOutcome } from '../enrolments/direct/rules'
import { requestRefusalFor } from '../enrolments/mine/queries.server'
import { enrolSelf, requestEnrolment } from '../enrolments/request/commands.server'
import type { EnrolmentOutcome, EnrolmentRefused } from '../enrolments/rules'
import { readJson, refuseCall, refuseRead, respondWithJson } from '../http/json.server'
import { countAttempt } from '../http/rate-limit.server'
import { ENROLMENT_REQUEST_LIMIT } from '../http/rate-limits.rules'
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

/** Requests enrolments for the caller. Each course counts like one 'Iscriviti ora'; beyond the limit it is skipped. */
async function enrolOneself(member: Member, ids: string[]): Promise<Response> {
  const response: EnrolResponse = { enrolled: [], skipped: [] }
  for (const course_id of ids) {
    const { allowed, retryAfter } = await countAttempt(`enrol ${member.id}`, ENROLMENT_REQUEST_LIMIT)
    if (!allowed && course_id === ids[0]) return refuseTooManyRequests(retryAfter)
    const decision = allowed ? await requestOrEnrol(member, course_id) : undefined
    if (decision?.ok) response.enrolled.push({ course_id, status: isStaff(member) ? 'approved' : 'pending' })
    else {
      const refused = decision && (await requestRefusalFor(member, course_id, decision))
      response.skipped.push({ course_id, status: refused ? skipStatusOf(refused) : 'limit' })
    }
  }
  return respondWithJson(response)
}

/** Sends a request; staff are enrolled at once. */
function requestOrEnrol(member: Member, courseId: string): Promise<EnrolmentOutcome> {
  return isStaff(member) ? enrolSelf(member, courseId) : requestEnrolment(member, courseId)
}

function skipStatusOf({ refusal, state }: EnrolmentRefused): SkipStatus {
  if (state) return state
  // An enrolment that the office is making waits for it, whatever becomes of it.
  if (refusal === 'updating') return 'pending'
  return refusal === 'coming' || refusal === 'concluded' || refusal === 'full' ? refusal : 'unknown'
}

/** Enrols another person, for staff, never above the capacity of a course. */
async function enrolAnother(staff: Staff, personId: string, ids: string[]): Promise<Response> {
  const before = await enrolOutcomesOf(staff, personId, [])
  const enrolled = before && (await enrolPerson(staff, before.person.email, ids))
  if (!enrolled?.ok) return refuseCall(404, 'Utente non trovato')
  const after = await enrolOutcomesOf(staff, personId, ids)
  const response: EnrolResponse = { enrolled: [], skipped: [] }
  for (const { courseId: course_id, outcome } of enrolled.outcomes) {
    if (outcome === 'enrolled') response.enrolled.push({ course_id, status: 'approved' })
    else {
      const status = after?.outcomes.find(({ id }) => id === course_id)?.status
      response.skipped.push({ course_id, status: SKIP_STATUS_OF[outcome] ?? status ?? 'unknown' })
    }
  }
  return respondWithJson(response)
}

/** By outcome; any other outcome is skipped with the state of the enrolment that exists. */
const SKIP_STATUS_OF: Partial<Record<EnrolOutcome, SkipStatus>> = {
  full: 'full',
  coming: 'coming',
  archived: 'unknown',
  unknown: 'unknown',
}

function refuseTooManyRequests(seconds: number): Response {
  const sentence = `Troppe richieste, riprova tra ${Math.ceil(seconds / 60)} minuti`
  return refuseCall(429, sentence, { 'Retry-After': String(seconds) })
}
