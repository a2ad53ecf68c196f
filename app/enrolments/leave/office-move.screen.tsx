import { data } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { SEARCH_LIMIT } from '../../courses/rules'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { env } from '../../runtime/env.server'
import { QuestionPage } from '../../ui/overlays/question-page'
import { undoPeriodInWords } from '../decision.rules'
import { balancesOf } from '../dues/queries.server'
import { mayCancel } from '../end.rules'
import { balanceToCompare, movedPaymentsForOffice } from '../move.rules'
import { returnPage } from '../pages.rules'
import { explainEnrolmentRefusal } from '../refusals.rules'
import { EnrolmentHead } from '../review/enrolment-head'
import { answerEnded } from '../review/form-actions.server'
import { enrolmentById } from '../review/queue.queries.server'
import { undoButton } from '../undo-toast.server'
import type { Route } from './+types/office-move.screen'
import { MoveForm } from './move-form'
import { moveEnrolment } from './office.commands.server'
import { editionsToMoveTo } from './office.queries.server'

const TITLE = 'Sposta in un’altra edizione'
const DONE = 'Iscrizione spostata'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const enrolment = await enrolmentById(staff, params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  // An enrolment can be moved in the states in which it can be cancelled.
  const allowed = mayCancel(enrolment.status)
  const balances = await balancesOf([enrolment.id])
  const q = (url.searchParams.get('q') ?? '').slice(0, SEARCH_LIMIT)
  return {
    enrolment,
    balance: balanceToCompare(balances.get(enrolment.id), enrolment.price),
    q,
    torna: url.searchParams.get('torna') ?? '',
    editions: allowed.ok ? await editionsToMoveTo(staff, enrolment, q) : [],
    refusal: allowed.ok ? undefined : explainEnrolmentRefusal({ ...allowed, refusal: 'not-movable' }),
    back: returnPage(url, enrolment.course.id),
    minutes: env.undoMinutes,
  }
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const course = String(form.get('course') ?? '')
  const overCapacity = form.get('overCapacity') === course
  return withErrorToast(
    'Impossibile spostare l’iscrizione',
    async () => {
      const enrolment = await enrolmentById(staff, params.enrolment)
      const ended = () =>
        answerEnded(staff, request, url, { kind: 'transfer', title: DONE, enrolment: params.enrolment })
      if (!enrolment) return ended()
      if (!course) return data({ course, errors: { course: 'Scegli un’edizione' } }, { status: 400 })
      const moved = await moveEnrolment(staff, enrolment.id, course, { overCapacity })
      if (!moved.ok && moved.refusal === 'unknown-request') return ended()
      if (!moved.ok)
        return data(
          { course, errors: { course: explainEnrolmentRefusal(moved) }, full: moved.refusal === 'full' },
          { status: 409 },
        )
      const { person } = enrolment
      const back = returnPage(url, enrolment.course.id)
      return redirectWith(back, {
        tone: 'success',
        title: DONE,
        description: `${person.firstName} ${person.lastName}, da ${enrolment.course.title}`,
        ...undoButton(moved.decision, back),
      })
    },
    { course, errors: {}, full: course !== '' && overCapacity },
  )
}

export default function MoveScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { enrolment, balance, editions, refusal, back, minutes, q, torna } = loaderData
  const result = actionData && 'errors' in actionData ? actionData : undefined
  return (
    <QuestionPage
      title={TITLE}
      back={back}
      about={<EnrolmentHead enrolment={enrolment} />}
      result={actionData}
      refusal={refusal}
    >
      <MoveForm
        q={q}
        hiddenFields={torna && <input type="hidden" name="torna" value={torna} />}
        editions={editions}
        balance={balance}
        result={result}
        back={back}
        button="Sposta"
      >
        Il posto di prima torna libero subito, quello nuovo è approvato. La persona riceve un’email
        {undoPeriodInWords(minutes)}.{balance && ` ${movedPaymentsForOffice(balance)}`}
        {enrolment.priceReason && ' Il prezzo concordato non segue: paga quello della nuova edizione.'}
      </MoveForm>
    </QuestionPage>
  )
}
