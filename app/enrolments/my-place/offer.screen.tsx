import { data, href, Link, redirect } from 'react-router'
import { visitorFrom } from '../../accounts/session/session.server'
import { freeSeatsPage } from '../../courses/pages.rules'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatDeadline } from '../../italian/times'
import { today } from '../../runtime/clock'
import { Form } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { OfferAnswerButtons, seatName } from '../mine/own-place'
import { offerPage, placePage } from '../pages.rules'
import { answerByLink } from '../waiting-list/answer.commands.server'
import { offerByToken } from '../waiting-list/queries.server'
import { DECLINING, explainOffer, mayAnswer, type OfferRefusal } from '../waiting-list.rules'
import type { Route } from './+types/offer.screen'
import { DeclineDialog } from './decline-dialog'
import '../../ui/narrow.css'

/** What the link in the e-mail opens. It changes nothing: mail scanners open links. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const offer = await offerByToken(params.token)
  if (!offer) throw data(null, { status: 404 })
  const { course, expiresAt, enrolmentId, status, name } = offer
  const outcome = mayAnswer(offer, status ? { status, course } : undefined, today())
  const ended = outcome.ok ? null : outcome.refusal
  const isTheirs = ended === 'accepted' || ended === 'seated'
  const canRejoin = ended === 'expired' && status === 'pending'
  const explanation = outcome.ok ? null : explainOffer(outcome, canRejoin)
  const sentence = ended === 'accepted' ? TOLD : ended === 'declined' ? DECLINED : explanation
  const rejoin = canRejoin && enrolmentId ? placePage(enrolmentId) : null
  const isDeclining = outcome.ok && url.searchParams.has(DECLINING)
  const shown = { name, course, expiresAt, ended, isTheirs, sentence, rejoin, isDeclining }
  const isGone = ended !== null && !isTheirs && ended !== 'updating'
  return data(shown, { status: isGone ? 410 : 200, headers: { 'Cache-Control': 'no-store' } })
}

const TOLD = 'Ti abbiamo scritto che cosa succede adesso'

const DECLINED = 'La tua richiesta è ritirata: per questo corso puoi chiedere di nuovo'

export async function action({ request, params, context }: Route.ActionArgs) {
  const reply = (await readForm(request)).get('reply')
  if (reply !== 'accept' && reply !== 'decline') throw data(null, { status: 400 })
  return withErrorToast('Impossibile inviare la risposta', async () => {
    const answered = await answerByLink(visitorFrom(context), params.token, reply)
    if (!answered.ok && answered.refusal === 'unknown') throw data(null, { status: 404 })
    const page = offerPage(params.token)
    // The page itself says why not.
    if (!answered.ok) return redirect(page)
    const title = reply === 'accept' ? 'Il posto è tuo' : 'Hai rinunciato al posto'
    return redirectWith(page, { tone: 'success', title })
  })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

const ENDED: Partial<Record<OfferRefusal, string>> = {
  declined: 'Hai rinunciato al posto',
  updating: 'Un momento',
}

export default function OfferScreen({ loaderData, params }: Route.ComponentProps) {
  const { name, course, expiresAt, ended, isTheirs, sentence, rejoin, isDeclining } = loaderData
  const page = offerPage(params.token)
  const title = isTheirs
    ? 'Il posto è tuo'
    : ended
      ? (ENDED[ended] ?? 'Posto non disponibile')
      : 'C’è un posto per te'
  return (
    <div className="page narrow">
      {isDeclining ? (
        <DeclineDialog
          name="reply"
          page={page}
          seat={seatName({ ...course, course: course.title, place: course.location })}
        />
      ) : (
        <PageHead title={title} noindex />
      )}
      <h1>{title}</h1>
      {name && <p>Posto offerto a {name}</p>}
      <p>
        <Link to={href('/corsi/:slug', { slug: course.slug })}>
          <b>{course.title}</b>
        </Link>
        {course.startDate && `, ${withArticle('dal', formatDate(course.startDate, 'd MMMM yyyy'))}`}
        {course.location && `, ${course.location}`}
      </p>
      {ended ? (
        <>
          <p>{sentence}.</p>
          <div className="actions">
            <Link className="button button-main button-large" to={rejoin ?? href('/dashboard')}>
              {rejoin ? 'Rientra in lista' : 'Vai all’area personale'}
            </Link>
            {!isTheirs && (
              <Link className="link" to={freeSeatsPage()}>
                Corsi con posti liberi
              </Link>
            )}
          </div>
        </>
      ) : (
        <>
          <p>
            Il posto è tuo se lo accetti entro <b>{formatDeadline(expiresAt)}</b>. Dopo non è più riservato a
            te.
          </p>
          <Form method="post">
            <OfferAnswerButtons name="reply" page={page} />
          </Form>
        </>
      )}
    </div>
  )
}
