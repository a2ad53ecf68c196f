import { data, href } from 'react-router'
import { memberFrom } from '../../accounts/session/session.server'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import { QuestionDialog } from '../../ui/overlays/question-dialog'
import { mayCancelOwn } from '../end.rules'
import { enrolmentOf, ownRefusalToast } from '../mine/queries.server'
import { explainEnrolmentRefusal } from '../refusals.rules'
import type { Route } from './+types/cancel-own.screen'
import { cancelOwnEnrolment } from './commands.server'
import { refundIfCancelledInWords } from './queries.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const enrolment = await enrolmentOf(member, params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  const { status, ending, course } = enrolment
  const isUpdating = enrolment.isLastDecisionOpen || enrolment.hasOpenPostponement
  const mayChange = !ending && !isUpdating
  const allowed = mayChange
    ? mayCancelOwn(status, course, today())
    : refuse(isUpdating ? 'updating' : 'not-cancellable')
  const refusal = allowed.ok ? undefined : explainEnrolmentRefusal(allowed)
  return {
    title: course.title,
    startDate: course.startDate,
    refusal,
    refundSentences: await refundIfCancelledInWords(member, enrolment),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  if ((await readForm(request)).get('intent') !== 'cancel') throw data(null, { status: 400 })
  const page = href('/dashboard/iscrizioni/:enrolment', params)
  return withErrorToast('Impossibile disdire l’iscrizione', async () => {
    const member = memberFrom(context)
    const cancelled = await cancelOwnEnrolment(member, params.enrolment)
    if (!cancelled.ok) return redirectWith(page, await ownRefusalToast(member, params.enrolment, cancelled))
    return redirectWith(page, {
      tone: 'success',
      title: 'Iscrizione disdetta',
      description: 'Ti abbiamo scritto un’email di conferma.',
    })
  })
}

export default function CancelOwn({ loaderData, params }: Route.ComponentProps) {
  const { title, startDate, refusal, refundSentences } = loaderData
  const closeTo = href('/dashboard/iscrizioni/:enrolment', params)
  return (
    <QuestionDialog
      title="Disdire l’iscrizione?"
      closeTo={closeTo}
      stay={refusal ? 'Chiudi' : 'Tieni l’iscrizione'}
      about={
        <p>
          <b>{[title, formatDate(startDate, 'd MMMM yyyy')].filter(Boolean).join(', ')}</b>
        </p>
      }
      refusal={refusal && `${refusal}.`}
      name="intent"
      value="cancel"
      busy="Disdico..."
      button="Disdici l’iscrizione"
    >
      <p>
        Il posto torna libero subito e può andare a un’altra persona. Se cambi idea dovrai chiedere di nuovo,
        e la segreteria dovrà approvare.
      </p>
      <p>{refundSentences} Riceverai un’email di conferma.</p>
    </QuestionDialog>
  )
}
