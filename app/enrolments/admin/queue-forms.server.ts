import { data } from 'react-router'
import type { Admin } from '../../accounts/rules'
import { withErrorToast } from '../../http/faults.server'
import { redirectWith } from '../../http/flash.server'
import { asksForData, readForm } from '../../http/form.server'
import { isId } from '../../parsing/text.rules'
import { errorToast, type Toast } from '../../ui/toast'
import { type Decision, explain, mayStep, OK, refuse } from '../rules'
import { approveRequest, rejectRequest, reopenRequest } from './commands.server'
import { hasJustDecided } from './queries.server'
import { requestById } from './queue.queries.server'
import { placeOf } from './rules'

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
  const rowOf = (field: string) => page + placeOf(isId(text(field)) ? text(field) : undefined)
  const [enrolment, next] = [text('enrolment'), rowOf('next')]
  return withErrorToast(FAILED, async () => {
    switch (form.get('intent')) {
      case 'approve':
        return approve(request, next, admin, enrolment, text('overCapacity') === '1')
      case 'reject':
        return reject(request, { page, next }, admin, enrolment, text('reason'))
      case 'reopen': {
        const decision = await reopenRequest(admin, enrolment)
        const repeated = !decision.ok && decision.state === 'pending'
        return told(rowOf('enrolment'), repeated ? OK : decision, {
          tone: 'success',
          title: 'Richiesta riaperta',
        })
      }
      default:
        throw data(null, { status: 400 })
    }
  })
}

async function approve(
  request: Request,
  next: string,
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
  return told(next, repeated ? OK : decision, { tone: 'success', title: 'Iscrizione approvata' })
}

async function reject(
  request: Request,
  { page, next }: { page: string; next: string },
  admin: Admin,
  enrolment: string,
  reason: string,
) {
  const decision = await rejectRequest(admin, enrolment, reason)
  if (!decision.ok && decision.refusal === 'long-reason') {
    return data({ problem: explain(decision) }, { status: 400 })
  }
  const fields = { intent: 'reopen', enrolment }
  const repeated =
    !decision.ok && !asksForData(request) && (await hasJustDecided(admin, enrolment, 'rejected'))
  return told(next, repeated ? OK : decision, {
    tone: 'success',
    title: 'Iscrizione rifiutata',
    undo: { label: 'Riapri richiesta', action: page, fields },
  })
}

const FAILED = 'Si è verificato un errore'
const refused = (sentence: string) => errorToast(`${FAILED}: ${sentence}`)

function told(page: string, decision: Decision, success: Toast) {
  return redirectWith(page, decision.ok ? success : refused(explain(decision)))
}

/** The request that the question 'Rifiuta' is about, or the toast that says why there is none. */
export async function requestToReject(admin: Admin, id: string | null) {
  if (!id) return {}
  const request = await requestById(admin, id)
  const decision = request ? mayStep('reject', request.status) : refuse('unknown-request')
  return decision.ok ? { toReject: request } : { toast: refused(explain(decision)) }
}
