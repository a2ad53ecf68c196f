import { data, href } from 'react-router'
import { memberFrom } from '../../accounts/session/session.server'
import { NO_DATE } from '../../courses/rules'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import { refuse } from '../../runtime/outcome.rules'
import { placeInSentence } from '../../ui/edition'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { QuestionDialog } from '../../ui/overlays/question-dialog'
import { enrolmentOf, ownRefusalToast } from '../mine/queries.server'
import { balanceToCompare } from '../move.rules'
import { explainEnrolmentRefusal } from '../refusals.rules'
import type { Route } from './+types/move-own.screen'
import { moveOwnEnrolment } from './commands.server'
import { EditionFields, EditionOption, termsInWords } from './edition-choice'
import { editionsForOwnMove } from './queries.server'

const TITLE = 'Sposta in un’altra edizione'
/** Ends the sentence 'Di «Ceramica» …' where the course has no other edition that a member may choose. */
const NO_OTHER_EDITION =
  'non c’è un’altra edizione in cui puoi spostarti da te. Scrivi alla segreteria: può farlo per te'

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const enrolment = await enrolmentOf(member, params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  const { status, ending, course, isLastDecisionOpen } = enrolment
  const balance = balanceToCompare(enrolment.balance, enrolment.price)
  const isMovable = status === 'approved' && !ending
  if (isLastDecisionOpen || !isMovable) {
    const refusal = explainEnrolmentRefusal(refuse(isLastDecisionOpen ? 'updating' : 'not-movable'))
    return { balance, editions: [], refusal }
  }
  const editions = await editionsForOwnMove(member, enrolment)
  const refusal = editions.length > 0 ? undefined : `Di «${course.title}» ${NO_OTHER_EDITION}`
  return { balance, editions, refusal }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const course = String((await readForm(request)).get('course') ?? '')
  const page = href('/dashboard/iscrizioni/:enrolment', params)
  if (!course) return data({ errors: { course: 'Scegli un’edizione' } }, { status: 400 })
  return withErrorToast(
    'Impossibile spostare l’iscrizione',
    async () => {
      const member = memberFrom(context)
      const moved = await moveOwnEnrolment(member, params.enrolment, course)
      if (!moved.ok) return redirectWith(page, await ownRefusalToast(member, params.enrolment, moved))
      return redirectWith(href('/dashboard'), {
        tone: 'success',
        title: 'Iscrizione spostata',
        description: 'Il posto nella nuova edizione è tuo: ti abbiamo scritto un’email.',
      })
    },
    { course },
  )
}

export default function MoveOwn({ loaderData, actionData, params }: Route.ComponentProps) {
  const { balance, editions, refusal } = loaderData
  const closeTo = href('/dashboard/iscrizioni/:enrolment', params)
  const chosen = actionData && 'course' in actionData ? actionData.course : undefined
  const error = actionData && 'errors' in actionData ? actionData.errors.course : undefined
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={closeTo}
      stay={refusal ? 'Chiudi' : 'Resta dove sei'}
      refusal={refusal && `${refusal}.`}
      name="intent"
      value="move"
      busy="Sposto..."
      button="Sposta l’iscrizione"
    >
      <ErrorSummary result={actionData} errors={{ course: error }} />
      <EditionFields error={error}>
        {editions.map((edition) => (
          <EditionOption key={edition.id} id={edition.id} chosen={chosen}>
            {[
              formatDate(edition.startDate, 'd MMMM yyyy', NO_DATE),
              placeInSentence(edition.place),
              ...termsInWords(edition, balance),
            ]
              .filter(Boolean)
              .join(', ')}
          </EditionOption>
        ))}
        <p className="hint">
          Il posto di prima torna libero subito; quello nuovo è tuo, senza altra attesa.{' '}
          {balance && balance.paid > 0 && 'Quello che hai pagato vale anche lì.'}
        </p>
      </EditionFields>
    </QuestionDialog>
  )
}
