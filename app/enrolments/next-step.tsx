import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { company } from '../content/company'
import { seatsLeft } from '../courses/rules'
import { withArticle } from '../parsing/articles.rules'
import { formatDate, formatDeadline, telLink } from '../ui/format'
import type { Enrolment } from './queries.server'
import type { Ending } from './rules'
import { PlaceLink, WaitingPlace } from './waiting/own-place'
import type { OwnPlace } from './waiting/queries.server'

export function NextStep({ enrolment }: { enrolment: Enrolment }) {
  if (enrolment.ending) return <Ended {...enrolment} ending={enrolment.ending} />
  switch (enrolment.status) {
    case 'pending':
      return <Waiting {...enrolment} />
    case 'rejected':
      return <Refused {...enrolment} />
    case 'completed':
      return <Concluded {...enrolment} />
    case 'approved':
    case 'in_progress':
      return enrolment.group === 'over' ? <Over {...enrolment} /> : <Seated {...enrolment} />
  }
}

const Concluded = ({ hasCertificate }: Enrolment) => (
  <Step>
    {hasCertificate ? 'Corso concluso.' : 'Corso concluso. Per l’attestato rivolgiti alla segreteria.'}
  </Step>
)

function Step({ who, children }: { who?: 'te' | 'noi'; children: ReactNode }) {
  return (
    <p className="mine-next">
      {who && <b>Tocca a {who}:</b>} {children}
    </p>
  )
}

/** In the office's own words. */
const Reason = ({ words }: { words: string }) => (
  <blockquote className="mine-reason">
    <p>{`«${words}»`}</p>
  </blockquote>
)

const Phone = () => (
  <a className="num" href={telLink(company.phone)}>
    {company.phone}
  </a>
)

function Waiting({ id, course, answer, place }: Enrolment) {
  if (place?.offer)
    return (
      <Step who="te">
        c’è un posto per te, rispondi entro {formatDeadline(place.offer.expiresAt)}.{' '}
        <PlaceLink enrolment={id}>Accetta o rinuncia</PlaceLink>
      </Step>
    )
  if (place && course.state !== 'available')
    return (
      <Step>
        Questa edizione non prende più iscrizioni. <OtherCourses course={course} />
      </Step>
    )
  if (place?.admitted) return <Listed id={id} place={place} />
  const isFull = seatsLeft(course, course.seatsTaken) === 0
  return (
    <>
      {place && <Listed id={id} place={place} />}
      {answer?.late ? (
        <Step who="noi">siamo in ritardo, la risposta era per {answer.by}.</Step>
      ) : (
        <Step who="noi">
          {place && 'dobbiamo ancora confermare il tuo posto in lista, '}ti rispondiamo per email entro{' '}
          {answer?.by}.
        </Step>
      )}
      {isFull && (
        <Step>
          {!place && 'Al completo: se si libera un posto decide la segreteria. '}
          <OtherCourses course={course} />
        </Step>
      )}
    </>
  )
}

const OtherCourses = ({ course: { theme } }: Pick<Enrolment, 'course'>) => (
  <Link to={theme ? `/corsi?tema=${theme}&posti=liberi` : '/corsi?posti=liberi'}>
    {theme ? 'Altri corsi sul tema' : 'Altri corsi'}
  </Link>
)

function Listed({ id, place }: { id: string; place: OwnPlace }) {
  return (
    <div className="mine-next">
      <WaitingPlace place={place} />
      {(!place.ahead || place.editions) && (
        <PlaceLink enrolment={id}>
          {place.ahead ? (place.anyEdition ? 'Cambia' : 'Va bene anche un’altra data?') : 'Rientra in lista'}
        </PlaceLink>
      )}
    </div>
  )
}

function Seated({ id, status, course, price, nextSession, answerBy }: Enrolment) {
  if (answerBy)
    return (
      <Step who="te">
        le date sono cambiate, dicci {withArticle('entro il', formatDate(answerBy, 'd MMMM'))} se ti vanno
        bene. <Link to={`/dashboard/iscrizioni/${id}/rinvio`}>Rispondi</Link>
      </Step>
    )
  const atOwnPace = course.lessonsUrl !== null && !nextSession
  if (status === 'in_progress')
    return atOwnPace ? (
      <Step who="te">continua con le lezioni, con il tuo ritmo.</Step>
    ) : (
      <Step>Il corso è cominciato: buon lavoro.</Step>
    )
  const { minimum } = course
  if (minimum && !minimum.confirmed)
    return (
      <Step>
        {minimum.text} {price !== 0 && 'Prima di pagare aspetta la conferma: ti arriva per email.'}
      </Step>
    )
  return (
    <>
      {minimum && (
        <p className="mine-next">
          <span className="state state-published">{minimum.text}</span>
        </p>
      )}
      <Confirmed course={course} price={price} atOwnPace={atOwnPace} />
    </>
  )
}

function Confirmed({
  course,
  price,
  atOwnPace,
}: Pick<Enrolment, 'course' | 'price'> & { atOwnPace: boolean }) {
  if (course.afterApproval)
    return <Step who="te">il pagamento, se non l’hai già fatto. Le istruzioni sono qui sotto.</Step>
  if (price !== 0) return <Step who="noi">prima dell’inizio la segreteria ti contatta per il pagamento.</Step>
  return atOwnPace ? (
    <Step who="te">il posto è tuo, comincia le lezioni quando vuoi.</Step>
  ) : (
    <Step>Il posto è tuo.</Step>
  )
}

/** A seat in a course that is over or deleted. */
function Over(enrolment: Enrolment) {
  if (enrolment.course.concluded) return <Concluded {...enrolment} />
  return (
    <Step>
      Il corso non è più in programma. Per la tua iscrizione chiama la segreteria: <Phone />.
    </Step>
  )
}

function Refused({ rejectReason, instead }: Enrolment) {
  const from = instead?.startDate
    ? `, ${withArticle('dal', formatDate(instead.startDate, 'd MMMM yyyy'))}`
    : ''
  return (
    <>
      {rejectReason && <Reason words={rejectReason} />}
      <Step>
        {rejectReason ? '' : 'Prova a contattare l’amministrazione. '}
        {instead === null && 'Per chiedere di nuovo scrivi alla segreteria: può riaprire la richiesta.'}
        {instead?.again && `Puoi chiedere di nuovo per la prossima edizione${from}.`}
        {instead?.again === false && `Puoi chiedere un altro corso sul tema: ${instead.title}${from}.`}
      </Step>
    </>
  )
}

const HOW_IT_ENDED: Record<Ending, string> = {
  cancelled_by_person: 'Hai disdetto la tua iscrizione',
  cancelled_by_office: 'La segreteria ha disdetto la tua iscrizione',
  transferred: 'Sei in un’altra edizione',
  edition_cancelled: 'Questa edizione è stata annullata',
}

function Ended({ ending, endedAt, endReason, course, transferredTo }: Enrolment & { ending: Ending }) {
  return (
    <>
      {endReason && <Reason words={endReason} />}
      <Step>
        {HOW_IT_ENDED[ending]} ({formatDate(endedAt, 'd MMMM yyyy')}).{' '}
        {ending === 'transferred' && transferredTo && (
          <Link to={`/dashboard/iscrizioni/${transferredTo}`}>Vedi la nuova</Link>
        )}
        {ending === 'cancelled_by_office' && (
          <>
            Per parlarne chiama la segreteria: <Phone />.
          </>
        )}
        {(ending === 'cancelled_by_person' || ending === 'edition_cancelled') && (
          <Link to={course.theme ? `/corsi?tema=${course.theme}` : '/corsi'}>
            {course.theme ? 'Altri corsi sul tema' : 'Altri corsi'}
          </Link>
        )}
      </Step>
    </>
  )
}
