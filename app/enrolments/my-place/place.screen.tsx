import { Fragment } from 'react'
import { data, href, Link } from 'react-router'
import { memberFrom } from '../../accounts/session/session.server'
import { hasDeleted } from '../../audit/queries.server'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { refuse } from '../../runtime/outcome.rules'
import { editionLine } from '../../ui/edition'
import { hasErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import type { Toast } from '../../ui/toast'
import { enrolmentStatus } from '../mine/enrolment-status'
import { OfferAnswerButtons, OfferSentence, seatName, WaitingPlace } from '../mine/own-place'
import { enrolmentOf } from '../mine/queries.server'
import { placePage } from '../pages.rules'
import { explainEnrolmentRefusal } from '../refusals.rules'
import { answerOwn } from '../waiting-list/answer.commands.server'
import { rejoinList } from '../waiting-list/commands.server'
import { freeEditions } from '../waiting-list/offers.queries.server'
import { DECLINE_PARAMETER, explainOfferRefusal } from '../waiting-list.rules'
import { WithdrawForm } from '../withdraw-form'
import type { Route } from './+types/place.screen'
import { DeclineDialog } from './decline-dialog'

/** A member's place on the waiting list or the seat that is offered to them, with what they may change. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const enrolment = await enrolmentOf(member, params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  const { course, waitingPlace, isLastDecisionOpen } = enrolment
  return {
    isLastDecisionOpen,
    statusSentence: enrolmentStatus(enrolment).sentence,
    course: { title: course.title, slug: course.slug },
    place: waitingPlace,
    editionsWithSeats:
      waitingPlace?.ahead && !waitingPlace.offer ? await freeEditions(member, course.id) : [],
    asksToDecline: url.searchParams.has(DECLINE_PARAMETER),
  }
}

/** The toast of each intent once it is done. */
const DONE: Record<string, Toast> = {
  accept: {
    tone: 'success',
    title: 'Il posto è tuo',
    description: 'Ti abbiamo scritto che cosa succede adesso.',
  },
  decline: { tone: 'success', title: 'Hai rinunciato al posto' },
  rejoin: { tone: 'success', title: 'Sei di nuovo in lista' },
}

const neutralToast = (title: string): Toast => ({ tone: 'neutral', title })

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = String(form.get('intent'))
  const member = memberFrom(context)
  const id = params.enrolment
  const page = href('/dashboard/iscrizioni/:enrolment', { enrolment: id })
  const done = Object.hasOwn(DONE, intent) ? DONE[intent] : undefined
  if (!done) throw data(null, { status: 400 })
  return withErrorToast('Impossibile inviare la risposta', async () => {
    if ((await enrolmentOf(member, id))?.isLastDecisionOpen)
      return redirectWith(page, neutralToast(explainEnrolmentRefusal(refuse('updating'))))
    if (intent === 'accept' || intent === 'decline') {
      const answered = await answerOwn(member, id, intent)
      const to = intent === 'accept' ? page : href('/dashboard')
      if (answered.ok) return redirectWith(to, done)
      if (answered.refusal === 'unknown') {
        // Declining deletes the request, so the second of two equal forms does not find it.
        const isRepeated = intent === 'decline' && (await hasDeleted(member, 'user_courses', id))
        return redirectWith(href('/dashboard'), isRepeated ? done : neutralToast(UNKNOWN_REQUEST))
      }
      return redirectWith(to, neutralToast(explainOfferRefusal(answered)))
    }
    const rejoined = await rejoinList(member, id)
    return redirectWith(
      page,
      rejoined.ok
        ? done
        : neutralToast(rejoined.refusal === 'not-waiting' ? NOT_WAITING : explainEnrolmentRefusal(rejoined)),
    )
  })
}

const TITLE = 'Il tuo posto in lista'
const NOT_WAITING = 'Non sei in lista d’attesa'
const UNKNOWN_REQUEST = 'Questa richiesta non c’è più'

export default function PlaceScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  const { course, place, statusSentence, editionsWithSeats, asksToDecline, isLastDecisionOpen } = loaderData
  const page = placePage(params.enrolment)
  if (asksToDecline && place?.offer) return <DeclineDialog page={page} seat={seatName(place.offer)} />
  const closeTo = href('/dashboard/iscrizioni/:enrolment', params)
  return (
    <Dialog title={TITLE} closeTo={closeTo}>
      <PageHead title={TITLE} noindex error={hasErrors(actionData)} />
      <div className="own-place">
        {!place?.offer && (
          <p>
            <b>{course.title}</b>
          </p>
        )}
        {!place && <p>{isLastDecisionOpen ? explainEnrolmentRefusal(refuse('updating')) : NOT_WAITING}.</p>}
        {place?.offer && (
          <>
            <p>
              <OfferSentence offer={place.offer} />
            </p>
            <Form method="post" className="form" preventScrollReset>
              <OfferAnswerButtons page={page} />
            </Form>
          </>
        )}
        {place &&
          !place.offer &&
          (place.acceptsRequests && place.ahead ? (
            <WaitingPlace place={place} ahead={place.ahead} />
          ) : (
            <p>{statusSentence}</p>
          ))}
        {place?.acceptsRequests && place.ahead && !place.isAdmitted && (
          <p>La segreteria deve ancora confermare il tuo posto in lista: ti scrive per email.</p>
        )}
        {place?.acceptsRequests && !place.offer && !place.ahead && (
          <Form method="post" className="form" preventScrollReset>
            <div className="actions">
              <Submit className="button button-main" name="intent" value="rejoin" busy="Invio...">
                Rimettimi in lista
              </Submit>
            </div>
          </Form>
        )}
        {place?.ahead && place.hasOtherEditions && (
          <p>La lista d’attesa vale per questa edizione: se ti va bene un’altra data, chiedi anche quella.</p>
        )}
        {editionsWithSeats.length > 0 && (
          <p>
            {editionsWithSeats.length === 1
              ? 'Un’altra data ha posti liberi: '
              : 'Altre date hanno posti liberi: '}
            {editionsWithSeats.map(({ slug, ...edition }, index) => (
              <Fragment key={slug}>
                {index > 0 && '; '}
                <Link to={href('/corsi/:slug', { slug })}>{editionLine(edition)}</Link>
              </Fragment>
            ))}
            . Puoi chiederne uno subito.
          </p>
        )}
        {place?.ahead && !place.offer && (
          <>
            <p className="small-print">
              Se esci, ritiri la richiesta e perdi il tuo posto in lista: se chiedi di nuovo, riparti dal
              fondo.
            </p>
            <WithdrawForm id={params.enrolment} course={course} isOnList />
          </>
        )}
        <Link className="link" to={closeTo} preventScrollReset>
          Chiudi
        </Link>
      </div>
    </Dialog>
  )
}
