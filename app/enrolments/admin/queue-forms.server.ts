import { data } from 'react-router'
import type { Admin } from '../../accounts/rules'
import { withErrorToast } from '../../http/faults.server'
import { redirectWith } from '../../http/flash.server'
import { asksForData, readForm } from '../../http/form.server'
import { formatCount } from '../../italian/numbers'
import { isId } from '../../parsing/text.rules'
import { errorToast, type Toast } from '../../ui/toast'
import { explain } from '../refusals.rules'
import { type Decided, type Decision, mayStep, OK, refuse } from '../rules'
import {
  admitRequest,
  admitRequests,
  approveRequest,
  approveRequests,
  MOST_AT_ONCE,
  rejectRequest,
  rejectRequests,
  reopenRequest,
} from './commands.server'
import { hasJustDecided } from './queries.server'
import { requestById, requestsByIds } from './queue.queries.server'
import { alsoDecided } from './queue.rules'
import { placeOf } from './rules'
import { decidedToast, undoOf } from './undo-toast.server'

/** What a page with requests shows after an answer that is not a redirect. */
export type QueueAnswer = {
  full?: Awaited<ReturnType<typeof requestById>>
  problem?: string
  toasts?: Toast[]
}

/** Decides a request. `page`: the address that shows the list, to which the answer leads back. */
export async function decideRequest(admin: Admin, request: Request, page: string) {
  const form = await readForm(request)
  const text = (field: string) => String(form.get(field) ?? '')
  const enrolment = text('enrolment')
  const known = isId(enrolment) ? enrolment : undefined
  const row = page + placeOf(known)
  // The decided row stays in its place: nothing else moves under the pointer.
  const inPlace = (known ? alsoDecided(page, known) : page) + placeOf(known)
  return withErrorToast(FAILED, async () => {
    switch (form.get('intent')) {
      case 'approve':
        return approve(request, inPlace, admin, enrolment, text('overCapacity') === '1')
      case 'reject':
        return reject(request, inPlace, admin, enrolment, text('reason'))
      case 'admit': {
        const decision = await admitRequest(admin, enrolment)
        const repeated = !decision.ok && decision.refusal === 'admitted' && !asksForData(request)
        const about = await requestById(admin, enrolment)
        return told(inPlace, repeated ? OK : decision, 'Messa in lista d’attesa', about)
      }
      case 'approve-many':
      case 'admit-many':
      case 'reject-many':
        return decideMany(admin, form, page)
      case 'reopen': {
        const decision = await reopenRequest(admin, enrolment)
        const repeated = !decision.ok && decision.state === 'pending'
        return told(row, repeated ? OK : decision, 'Richiesta riaperta')
      }
      default:
        throw data(null, { status: 400 })
    }
  })
}

async function approve(
  request: Request,
  place: string,
  admin: Admin,
  enrolment: string,
  overCapacity: boolean,
) {
  const decision = await approveRequest(admin, enrolment, { overCapacity })
  if (!decision.ok && decision.refusal === 'full') {
    return data({ full: await requestById(admin, enrolment) }, { status: 409 })
  }
  const repeated =
    !decision.ok && !asksForData(request) && (await hasJustDecided(admin, enrolment, 'approved'))
  return told(place, repeated ? OK : decision, 'Iscrizione approvata', await requestById(admin, enrolment))
}

async function reject(request: Request, place: string, admin: Admin, enrolment: string, reason: string) {
  const decision = await rejectRequest(admin, enrolment, reason)
  if (!decision.ok && decision.refusal === 'long-reason') {
    return data({ problem: explain(decision) }, { status: 400 })
  }
  const repeated =
    !decision.ok && !asksForData(request) && (await hasJustDecided(admin, enrolment, 'rejected'))
  return told(place, repeated ? OK : decision, 'Iscrizione rifiutata', await requestById(admin, enrolment))
}

/** Sentences of one toast. */
const MOST_NAMED = 4

function shorten(sentences: string[]): string[] {
  const more = sentences.length - MOST_NAMED
  if (more <= 0) return sentences
  return [
    ...sentences.slice(0, MOST_NAMED),
    formatCount(more, 'altra richiesta non decisa', 'altre richieste non decise'),
  ]
}

const REJECTED = { one: 'iscrizione rifiutata', many: 'iscrizioni rifiutate', decide: rejectRequests }
const TOGETHER = new Map<string, typeof REJECTED>([
  [
    'approve-many',
    {
      one: 'iscrizione approvata',
      many: 'iscrizioni approvate',
      decide: (admin, ids) => approveRequests(admin, ids),
    },
  ],
  [
    'admit-many',
    { one: 'richiesta in lista d’attesa', many: 'richieste in lista d’attesa', decide: admitRequests },
  ],
])

/** Decides the chosen requests, each by its own rule; what could not be done is named. */
async function decideMany(admin: Admin, form: FormData, page: string) {
  const ids = [...new Set(form.getAll('enrolment').map(String))].filter(isId)
  if (ids.length === 0) return redirectWith(page, errorToast('Scegli almeno una richiesta'))
  if (ids.length > MOST_AT_ONCE)
    return redirectWith(page, errorToast(`Scegli al massimo ${MOST_AT_ONCE} richieste`))
  const intent = String(form.get('intent'))
  const { one, many, decide } = TOGETHER.get(intent) ?? REJECTED
  const { decision, refused: left } = await decide(admin, ids, String(form.get('reasonForAll') ?? ''))
  const done = ids.length - left.length
  const named = await requestsByIds(
    admin,
    left.map(({ id }) => id),
  )
  const nameOf = (id: string) => named.find((request) => request.id === id)?.person
  const why = left.map(({ id, ...refusal }) => {
    const person = nameOf(id)
    const name = person ? `${person.firstName} ${person.lastName}` : 'Una richiesta'
    return `${name}: ${explain(refusal).toLowerCase()}`
  })
  return redirectWith(page, {
    tone: left.length > 0 ? 'neutral' : 'success',
    title: formatCount(done, one, many),
    ...(why.length > 0 && { description: shorten(why).join('. ') }),
    ...(decision && undoOf(decision, page)),
  })
}

const FAILED = 'Si è verificato un errore'
const refused = (sentence: string) => errorToast(`${FAILED}: ${sentence}`)

/** `place`: where the answer leads, and undoing too. */
function told(
  place: string,
  decided: Decision | Decided,
  title: string,
  request?: Awaited<ReturnType<typeof requestById>>,
) {
  return redirectWith(
    place,
    decided.ok ? decidedToast(title, decided, place, request) : refused(explain(decided)),
  )
}

/** The request that the question 'Rifiuta' is about, or the toast that says why there is none. */
export async function requestToReject(admin: Admin, id: string | null) {
  if (!id) return {}
  const request = await requestById(admin, id)
  const decision = request ? mayStep('reject', request.status) : refuse('unknown-request')
  return decision.ok ? { toReject: request } : { toast: refused(explain(decision)) }
}
