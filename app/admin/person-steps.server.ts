import { data } from 'react-router'
import type { Admin } from '../accounts/rules'
import {
  admitRequest,
  approveRequest,
  markEnrolment,
  rejectRequest,
  reopenRequest,
} from '../enrolments/admin/commands.server'
import { hasJustDecided } from '../enrolments/admin/queries.server'
import { requestById } from '../enrolments/admin/queue.queries.server'
import { isRosterStep, stepLabel } from '../enrolments/admin/rules'
import { decidedToast } from '../enrolments/admin/undo-toast.server'
import { explain } from '../enrolments/refusals.rules'
import { type Decided, type Decision, OK } from '../enrolments/rules'
import { redirectWith } from '../http/flash.server'
import { asksForData } from '../http/form.server'
import { errorToast } from '../ui/toast'

/** What the page asks before a step: to exceed the limit, or to precede the first session. */
export type Asked = { kind: 'full' | 'early'; enrolment: string; step: string }

/** A step of the office with one enrolment; `page` is that of the person. Other intents are a 400. */
export async function stepOnPage(request: Request, page: string, admin: Admin, form: FormData) {
  const enrolment = String(form.get('enrolment') ?? '')
  const intent = String(form.get('intent') ?? '')
  const told = async (decided: Decision | Decided, title: string) =>
    redirectWith(
      page,
      decided.ok
        ? decidedToast(title, decided, page, await requestById(admin, enrolment))
        : refused(explain(decided)),
    )
  switch (intent) {
    case 'approve': {
      const decision = await approveRequest(admin, enrolment, {
        overCapacity: form.get('overCapacity') === '1',
      })
      if (!decision.ok && decision.refusal === 'full') return asks({ kind: 'full', enrolment, step: intent })
      const settled = await unlessRepeated(request, admin, enrolment, 'approved', decision)
      return told(settled, 'Iscrizione approvata')
    }
    case 'reject': {
      const decision = await rejectRequest(admin, enrolment, String(form.get('reason') ?? ''))
      if (!decision.ok && decision.refusal === 'long-reason')
        return data({ problem: explain(decision) }, { status: 400 })
      const settled = await unlessRepeated(request, admin, enrolment, 'rejected', decision)
      return told(settled, 'Iscrizione rifiutata')
    }
    case 'admit': {
      const decision = await admitRequest(admin, enrolment)
      const repeated = !decision.ok && decision.refusal === 'admitted' && !asksForData(request)
      return told(repeated ? OK : decision, 'Messa in lista d’attesa')
    }
    case 'reopen': {
      const decision = await reopenRequest(admin, enrolment)
      const repeated = !decision.ok && decision.state === 'pending'
      return told(repeated ? OK : decision, 'Richiesta riaperta')
    }
    default: {
      if (!isRosterStep(intent)) throw data(null, { status: 400 })
      const decision = await markEnrolment(admin, enrolment, intent, { early: form.get('early') === '1' })
      if (!decision.ok && decision.refusal === 'early')
        return asks({ kind: 'early', enrolment, step: intent })
      return told(decision, `Segnato come «${stepLabel(intent)}»`)
    }
  }
}

const asks = (asked: Asked) => data({ asked }, { status: 409 })
const refused = (sentence: string) => errorToast(`Si è verificato un errore: ${sentence}`)

/** Without a script a form may be sent twice (decision 0027). */
async function unlessRepeated(
  request: Request,
  admin: Admin,
  enrolment: string,
  status: 'approved' | 'rejected',
  decision: Decided,
): Promise<Decided | Decision> {
  if (decision.ok || asksForData(request)) return decision
  return (await hasJustDecided(admin, enrolment, status)) ? OK : decision
}
