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
import {
  DECLINE_PARAMETER,
  explainOfferRefusal,
  mayAnswerOffer,
  type OfferRefusal,
} from '../waiting-list.rules'
import type { Route } from './+types/offer.screen'
import { DeclineDialog } from './decline-dialog'
import '../../ui/narrow.css'

/**
 * The page of an offered seat, which the link in the e-mail opens. It changes nothing, since mail scanners open links.
 */
export async function loader({ params, url }: Route.LoaderArgs) {
  const offer = await offerByToken(params.token)
  if (!offer) throw data(null, { status: 404 })
  const { course, expiresAt, enrolmentId, status, name } = offer
  const outcome = mayAnswerOffer(offer, status ? { status, course } : undefined, today())
  const refusal = outcome.ok ? null : outcome.refusal
  const hasSeat = refusal === 'accepted' || refusal === 'seated'
  const canRejoin = refusal === 'expired' && status === 'pending'
  const explanation = outcome.ok ? null : explainOfferRefusal(outcome, canRejoin)
  const sentence =
    refusal === 'accepted' ? ACCEPTED_SENTENCE : refusal === 'declined' ? DECLINED_SENTENCE : explanation
  const rejoin = canRejoin && enrolmentId ? placePage(enrolmentId) : null
  const isDeclining = outcome.ok && url.searchParams.has(DECLINE_PARAMETER)
  // `sentence` and `refusal`: null while the offer can be answered; `rejoin`: the page on which to go back on the list.
  const shown = { name, course, expiresAt, refusal, hasSeat, sentence, rejoin, isDeclining }
  const isGone = refusal !== null && !hasSeat && refusal !== 'updating'
  return data(shown, { status: isGone ? 410 : 200, headers: { 'Cache-Control': 'no-store' } })
}

/** Replace the sentences of `explainOfferRefusal` on this page. */
const ACCEPTED_SENTENCE = 'Ti abbiamo scritto che cosa succede adesso'

const DECLINED_SENTENCE = 'La tua richiesta è ritirata: per questo corso puoi chiedere di nuovo'

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

/** The titles for refusals that have one of their own. */
const TITLES: Partial<Record<OfferRefusal, string>> = {
  declined: 'Hai rinunciato al posto',
  updating: 'Un momento',
}

export default function OfferScreen({ loaderData, params }: Route.ComponentProps) {
  const { name, course, expiresAt, refusal, hasSeat, sentence, rejoin, isDeclining } = loaderData
  const page = offerPage(params.token)
  const title = hasSeat
    ? 'Il posto è tuo'
    : refusal
      ? (TITLES[refusal] ?? 'Posto non disponibile')
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
      {refusal ? (
        <>
          <p>{sentence}.</p>
          <div className="actions">
            <Link className="button button-main button-large" to={rejoin ?? href('/dashboard')}>
              {rejoin ? 'Rientra in lista' : 'Vai all’area personale'}
            </Link>
            {!hasSeat && (
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
