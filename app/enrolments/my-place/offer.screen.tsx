import { data, href, Link, redirect } from 'react-router'
import { visitorFrom } from '../../accounts/session/session.server'
import { freeSeatsPage } from '../../courses/pages.rules'
import { acceptsRequests } from '../../courses/rules'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatDeadline } from '../../italian/times'
import { today } from '../../runtime/clock'
import { hasErrors } from '../../ui/forms/error-summary'
import { Form } from '../../ui/forms/form'
import { Toasts, toastsIn } from '../../ui/overlays/toasts'
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
  const takesRequests = acceptsRequests(course, today())
  const hasLetExpire = refusal === 'expired' && status === 'pending'
  const canRejoin = hasLetExpire && takesRequests && !offer.isBackOnList
  const reason = outcome.ok
    ? null
    : (OWN_SENTENCES[outcome.refusal] ?? explainOfferRefusal(outcome, canRejoin))
  const consequences = [
    refusal === 'declined' && takesRequests && 'per questo corso puoi chiedere di nuovo',
    hasLetExpire && !takesRequests && 'questa edizione non prende più iscrizioni',
    hasLetExpire && takesRequests && offer.isBackOnList && 'la tua richiesta è di nuovo in lista',
  ]
  const sentence = reason && [reason, ...consequences].filter(Boolean).join(': ')
  const rejoinPage = canRejoin && enrolmentId ? placePage(enrolmentId) : null
  const asksToDecline = outcome.ok && url.searchParams.has(DECLINE_PARAMETER)
  // `sentence` and `refusal`: null while the offer can be answered; `rejoinPage`: where to go back on the list.
  const shown = { name, course, expiresAt, refusal, hasSeat, sentence, rejoinPage, asksToDecline }
  const isGone = refusal !== null && !hasSeat && refusal !== 'updating'
  return data(shown, { status: isGone ? 410 : 200, headers: { 'Cache-Control': 'no-store' } })
}

/** The sentences of this page in place of those of `explainOfferRefusal`. */
const OWN_SENTENCES: Partial<Record<OfferRefusal, string>> = {
  accepted: 'Ti abbiamo scritto che cosa succede adesso',
  declined: 'La tua richiesta è ritirata',
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const reply = (await readForm(request)).get('intent')
  if (reply !== 'accept' && reply !== 'decline') throw data(null, { status: 400 })
  return withErrorToast('Impossibile inviare la risposta', async () => {
    const answered = await answerByLink(visitorFrom(context), params.token, reply)
    if (!answered.ok && answered.refusal === 'unknown') throw data(null, { status: 404 })
    const page = offerPage(params.token)
    // The page itself says why the offer cannot be answered.
    if (!answered.ok) return redirect(page)
    const title = reply === 'accept' ? 'Il posto è tuo' : 'Hai rinunciato al posto'
    return redirectWith(page, { tone: 'success', title })
  })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

/** The titles for some refusals; the others have a common title. */
const TITLES: Partial<Record<OfferRefusal, string>> = {
  declined: 'Hai rinunciato al posto',
  updating: 'Un momento',
}

export default function OfferScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, course, expiresAt, refusal, hasSeat, sentence, rejoinPage, asksToDecline } = loaderData
  const page = offerPage(params.token)
  const title = hasSeat
    ? 'Il posto è tuo'
    : refusal
      ? (TITLES[refusal] ?? 'Posto non disponibile')
      : 'C’è un posto per te'
  return (
    <div className="page narrow">
      {asksToDecline ? (
        <DeclineDialog
          page={page}
          seat={seatName({ ...course, course: course.title, place: course.location })}
        />
      ) : (
        <>
          {actionData && <Toasts toasts={toastsIn(actionData)} />}
          <PageHead title={title} noindex error={hasErrors(actionData)} />
        </>
      )}
      <h1>{title}</h1>
      {name && <p>Posto offerto a {name}</p>}
      <p>
        {course.archivedAt ? (
          <b>{course.title}</b>
        ) : (
          <Link to={href('/corsi/:slug', { slug: course.slug })}>
            <b>{course.title}</b>
          </Link>
        )}
        {course.startDate && `, ${withArticle('dal', formatDate(course.startDate, 'd MMMM yyyy'))}`}
        {course.location && `, ${course.location}`}
      </p>
      {refusal ? (
        <>
          <p>{sentence}.</p>
          <div className="actions">
            <Link className="button button-main button-large" to={rejoinPage ?? href('/dashboard')}>
              {rejoinPage ? 'Rientra in lista' : 'Vai all’area personale'}
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
            <OfferAnswerButtons page={page} />
          </Form>
        </>
      )}
    </div>
  )
}
