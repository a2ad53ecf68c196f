import { href, Link } from 'react-router'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { ordinal } from '../../italian/numbers'
import { formatDeadline } from '../../italian/times'
import { placeInSentence } from '../../ui/edition'
import { Form, Submit } from '../../ui/forms/form'
import { placePage } from '../pages.rules'
import type { OwnPlace } from '../waiting-list/queries.server'
import { aheadSentence, declinePage, HOW_SEATS_ARE_OFFERED } from '../waiting-list.rules'
import './own-place.css'

type Offer = NonNullable<OwnPlace['offer']>

/** An offered seat in words: 'Ceramica, dal 12 marzo 2027, Fermo'. `course`: its title. */
export const seatName = ({ course, startDate, place }: Pick<Offer, 'course' | 'startDate' | 'place'>) =>
  [course, startDate && withArticle('dal', formatDate(startDate, 'd MMMM yyyy')), placeInSentence(place)]
    .filter(Boolean)
    .join(', ')

/** Tells a person which seat is offered to them, and until when. */
export function OfferSentence({ offer }: { offer: Offer }) {
  const { expiresAt } = offer
  return (
    <>
      {seatName(offer)}: il posto è tuo se lo accetti entro <b>{formatDeadline(expiresAt)}</b>. Dopo non è più
      riservato a te.
    </>
  )
}

/**
 * A button that accepts an offered seat, and a link that declines it. `page`: the address of the offer or of the place,
 * which asks before the seat is declined.
 */
export function OfferAnswerButtons({ page }: { page: string }) {
  return (
    <div className="offer-answer">
      <div className="actions">
        <Submit className="button button-main button-large" name="intent" value="accept" busy="Invio...">
          Accetta il posto
        </Submit>
        <Link className="link" to={declinePage(page)} preventScrollReset>
          Rinuncia
        </Link>
      </div>
    </div>
  )
}

/** Tells a member at the top of the dashboard that a seat is offered to them. */
export function OfferSection({ enrolment, offer }: { enrolment: string; offer: Offer }) {
  return (
    <section className="to-send" aria-labelledby={`posto-${enrolment}`}>
      <div>
        <h2 id={`posto-${enrolment}`}>C’è un posto per te</h2>
        <p>
          <OfferSentence offer={offer} />
        </p>
      </div>
      <Form method="post" action={placePage(enrolment)}>
        <OfferAnswerButtons page={placePage(enrolment)} />
      </Form>
    </section>
  )
}

/** Tells a person their place on the list, who is before them and, once they are admitted, how a seat is offered. */
export function WaitingPlace({
  ahead,
  place: { isAdmitted, call },
}: {
  ahead: NonNullable<OwnPlace['ahead']>
  place: OwnPlace
}) {
  return (
    <>
      <p>
        Sei <b>{withArticle('al', ordinal(ahead.people + 1))} posto</b> della lista d’attesa.{' '}
        {aheadSentence(ahead)}
      </p>
      {isAdmitted && (call ? <ByPhone {...call} /> : <p>{HOW_SEATS_ARE_OFFERED}</p>)}
    </>
  )
}

/** Tells a person that a seat will be offered by telephone, at their number if the site has one. */
function ByPhone({ phone }: NonNullable<OwnPlace['call']>) {
  return (
    <p>
      Il corso è cominciato o sta per cominciare: quando tocca a te la segreteria ti telefona
      {phone ? (
        <>
          {' '}
          al <span className="num">{phone}</span>.
        </>
      ) : (
        <>
          . Non abbiamo il tuo numero: <Link to={href('/dashboard/profilo')}>aggiungilo al tuo profilo</Link>.
        </>
      )}
    </p>
  )
}

/** A link to the page of a person's place on the waiting list. */
export function PlaceLink({ enrolment, children }: { enrolment: string; children: string }) {
  return (
    <Link to={placePage(enrolment)} preventScrollReset>
      {children}
    </Link>
  )
}
