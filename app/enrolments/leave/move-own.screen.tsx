import { data, href } from 'react-router'
import { memberFrom } from '../../accounts/session/session.server'
import { NO_DATE, seatsLeft } from '../../courses/rules'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { formatPrice } from '../../italian/prices'
import { QuestionDialog } from '../../ui/overlays/question-dialog'
import { PageHead } from '../../ui/page-head'
import { errorToast } from '../../ui/toast'
import type { Balance } from '../dues/rules'
import { enrolmentOf, refusalFor } from '../mine/queries.server'
import { moveInFigures } from '../move.rules'
import { explainEnrolmentRefusal } from '../refusals.rules'
import type { Route } from './+types/move-own.screen'
import { moveOwnEnrolment } from './commands.server'
import { type EditionForOwnMove, editionsForOwnMove } from './queries.server'

const TITLE = 'Sposta in un’altra edizione'
/** Ends the sentence 'Di «Ceramica» …' for a member who cannot move to any edition by themselves. */
const NO_OTHER_EDITION =
  'non c’è un’altra edizione in cui puoi spostarti da solo. Scrivi alla segreteria: può farlo per te.'

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const enrolment = await enrolmentOf(member, params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  const isMovable = enrolment.status === 'approved' && !enrolment.ending && !enrolment.isUpdating
  const editions = isMovable ? await editionsForOwnMove(member, enrolment) : []
  return { title: enrolment.course.title, balance: enrolment.balance, editions }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const course = String((await readForm(request)).get('course') ?? '')
  const page = href('/dashboard/iscrizioni/:enrolment', params)
  if (!course) return data({ error: 'Scegli un’edizione' }, { status: 400 })
  return withErrorToast('Impossibile spostare l’iscrizione', async () => {
    const member = memberFrom(context)
    const moved = await moveOwnEnrolment(member, params.enrolment, course)
    if (!moved.ok)
      return redirectWith(
        page,
        errorToast(explainEnrolmentRefusal(await refusalFor(member, params.enrolment, moved))),
      )
    return redirectWith(href('/dashboard'), {
      tone: 'success',
      title: 'Iscrizione spostata',
      description: 'Il posto nella nuova edizione è tuo: ti abbiamo scritto un’email.',
    })
  })
}

export default function MoveOwn({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, balance, editions } = loaderData
  const closeTo = href('/dashboard/iscrizioni/:enrolment', params)
  const error = actionData && 'error' in actionData ? actionData.error : undefined
  return (
    <QuestionDialog
      title={TITLE}
      head={<PageHead title={TITLE} noindex error={error !== undefined} />}
      closeTo={closeTo}
      stay={editions.length > 0 ? 'Resta dove sei' : 'Chiudi'}
      refusal={editions.length > 0 ? undefined : `Di «${title}» ${NO_OTHER_EDITION}`}
      name="intent"
      value="move"
      busy="Sposto..."
      button="Sposta l’iscrizione"
    >
      <fieldset className="field" aria-describedby={error ? 'course-error' : undefined}>
        <legend>Edizione</legend>
        {editions.map((edition) => (
          <label key={edition.id} className="check">
            <input type="radio" name="course" value={edition.id} />
            <span>{editionInWords(edition, balance)}</span>
          </label>
        ))}
        {error && (
          <p className="error" id="course-error">
            {error}
          </p>
        )}
        <p className="hint">
          Il posto di prima torna libero subito; quello nuovo è tuo, senza altra attesa.{' '}
          {balance && 'Quello che hai pagato vale anche lì.'}
        </p>
      </fieldset>
    </QuestionDialog>
  )
}

function editionInWords(
  { startDate, place, price, ...course }: EditionForOwnMove,
  balance: Balance | null,
): string {
  const left = seatsLeft(course, course.seatsTaken)
  const freeSeats = left ? formatCount(left, 'posto libero', 'posti liberi') : null
  const cost = price === null ? null : formatPrice(price)
  const comparison = moveInFigures(balance, price)
  return [formatDate(startDate, 'd MMMM yyyy', NO_DATE), place, cost, comparison, freeSeats]
    .filter(Boolean)
    .join(', ')
}
