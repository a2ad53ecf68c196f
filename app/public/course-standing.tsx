import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { company } from '../content/company'
import { CalendarLink } from '../courses/calendar-link'
import { EnrolForm, NoObligation } from '../courses/enrol-form'
import type { CourseFacts } from '../courses/queries.server'
import { type Standing as Kind, labelOf } from '../enrolments/rules'
import type { PlaceTold } from '../enrolments/waiting/rules'
import { withArticle } from '../parsing/articles.rules'
import { Form } from '../ui/form'
import { formatDate, telLink } from '../ui/format'
import { Submit } from '../ui/submit'

export type StandingFacts = {
  kind: Kind
  course: CourseFacts
  /** When a request is answered, and whether that time is over. */
  answer: { by: string; late: boolean } | null
  /** '3°', on the waiting list, for the person who asks next. */
  position: string | null
  /** Where the request of the reader is on the list. */
  waits: PlaceTold | null
  rejectReason: string | null
  hasCertificate: boolean
  /** The next session of the reader, in words. */
  next: { long: string; short: string } | null
  /** Whether the edition takes place. */
  minimum: { text: string; confirmed: boolean } | null
  editions: boolean
  related: boolean
}

/** What is said of the course and its reader: the card, the foot and the bar of the phone say the same. */
type Told = {
  title?: string
  text?: ReactNode
  action: ReactNode
  ways?: ReactNode
  bar?: [string, string]
}

export function told(facts: StandingFacts): Told {
  const { kind, course, answer, position, waits, rejectReason, hasCertificate, next } = facts
  const dashboard = (label: string, to = '/dashboard') => (
    <Link className="button button-wide" to={to}>
      {label}
    </Link>
  )
  const tellMe = (label: string, className?: string) => (
    <Link className={className} to={`/corsi/${course.slug}/avvisami`}>
      {label}
    </Link>
  )
  const joinList = (
    <EnrolForm course={course} className="button button-wide" label="Mettiti in lista d’attesa" />
  )
  const nextEdition = (
    <>
      {tellMe('Avvisami della prossima edizione')}
      <Elsewhere {...facts} />
    </>
  )
  switch (kind) {
    case 'open':
    case 'few':
      if (position)
        return {
          text: `Altre persone aspettano già un posto. Saresti ${withArticle('al', position)} posto; aspettare non costa niente.`,
          action: joinList,
          bar: ['Lista d’attesa', `saresti ${withArticle('al', position)} posto`],
        }
      return { action: <EnrolForm course={course} className="button button-main button-wide" /> }
    case 'full':
      return {
        text: `Se si libera un posto lo offriamo a chi è in cima alla lista. ${position ? `Saresti ${withArticle('al', position)} posto; aspettare` : 'Aspettare'} non costa niente.`,
        action: joinList,
        ways: (
          <>
            {tellMe('Avvisami se si libera un posto')}
            <Elsewhere {...facts} />
          </>
        ),
        bar: ['Al completo', position ? `saresti ${withArticle('al', position)} posto` : 'lista d’attesa'],
      }
    case 'draft':
      return {
        title: 'Da pubblicare',
        text: 'Così la pagina apparirà a tutti.',
        action: <Publish course={course} />,
        ways: (
          <Link to={`/admin/courses/${course.id}`} reloadDocument>
            Modifica la bozza
          </Link>
        ),
        bar: ['Bozza', 'la vede solo la segreteria'],
      }
    case 'coming':
      return {
        title: 'In preparazione',
        text: 'Non si può ancora chiedere l’iscrizione. Se vuoi, ti scriviamo quando si può.',
        action: tellMe('Avvisami', 'button button-amber button-wide'),
        ways: <Link to={`/contatti?corso=${course.slug}`}>Scrivi alla segreteria</Link>,
        bar: ['In arrivo', from(course) || 'ti avvisiamo noi'],
      }
    case 'concluded':
      return {
        title: `Questa edizione è finita ${withArticle('il', formatDate(course.endDate, 'd MMMM yyyy'))}`,
        text: 'Per la prossima chiedi alla segreteria.',
        action: (
          <Link className="button button-wide" to={`/contatti?corso=${course.slug}`}>
            Chiedi della prossima edizione
          </Link>
        ),
        ways: nextEdition,
        bar: ['Corso concluso', formatDate(course.endDate, 'd MMM yyyy')],
      }
    case 'cancelled':
      return {
        title: 'Questa edizione è stata annullata',
        text: 'Per un’altra data chiedi alla segreteria.',
        action: (
          <Link className="button button-wide" to={`/contatti?corso=${course.slug}`}>
            Scrivi alla segreteria
          </Link>
        ),
        ways: nextEdition,
        bar: ['Edizione annullata', 'chiedi alla segreteria'],
      }
    case 'pending':
      return {
        title: 'Abbiamo la tua richiesta',
        text: answer?.late ? (
          <>
            {waits?.sentence} La risposta tarda più del solito: se vuoi chiama la segreteria, <Phone />.
          </>
        ) : (
          `${waits?.sentence ?? ''} ${answer ? `Ti rispondiamo entro ${answer.by}, per email.` : ''}`
        ),
        action: waits?.answer ? dashboard('Rispondi', waits.answer) : dashboard('Vedi la richiesta'),
        bar: waits?.bar ?? [labelOf(kind), 'abbiamo la tua richiesta'],
      }
    case 'approved':
      return {
        title: 'Il posto è tuo',
        text: next ? `Ci vediamo ${next.long}.` : 'La segreteria ti scrive quando si comincia.',
        action: dashboard('Vai alla Dashboard'),
        ways: course.sessions.length > 0 && <CalendarLink course={course} />,
        bar: ['Il posto è tuo', next?.short ?? 'data da definire'],
      }
    case 'in_progress':
      return {
        title: 'Stai frequentando questo corso',
        text: next
          ? `La prossima sessione è ${next.long}.`
          : 'Tutto quello che ti serve è nella tua area personale.',
        action: dashboard('Vai alla Dashboard'),
        ways: course.sessions.length > 0 && <CalendarLink course={course} />,
        bar: [labelOf(kind), next?.short ?? 'nella tua area'],
      }
    case 'completed':
      return {
        title: 'Hai completato questo corso',
        text: hasCertificate
          ? 'Il tuo attestato è nella tua area personale.'
          : 'Per l’attestato rivolgiti alla segreteria.',
        action: dashboard('Vai alla Dashboard'),
        bar: [labelOf(kind), 'nella tua area'],
      }
    case 'rejected':
      return {
        title: 'Questa volta no',
        text: rejectReason ? <q className="reason">{rejectReason}</q> : 'La richiesta non è stata accolta.',
        action: (
          <a className="button button-wide num" href={telLink(company.phone)}>
            Chiama {company.phone}
          </a>
        ),
        ways: <Elsewhere {...facts} />,
        bar: [labelOf(kind), 'leggi perché, o chiama'],
      }
  }
}

function Publish({ course: { id, title } }: { course: CourseFacts }) {
  return (
    <Form method="post" action={`/admin/courses/${id}/pubblica`} reloadDocument>
      <Submit
        className="button button-main button-wide"
        busy="Pubblicazione..."
        aria-label={`Pubblica: ${title}`}
      >
        Pubblica
      </Submit>
    </Form>
  )
}

const from = ({ startDate }: CourseFacts) =>
  startDate && withArticle('dal', formatDate(startDate, 'd MMM yyyy'))

export const mayRequest = (kind: Kind) => kind === 'open' || kind === 'few' || kind === 'full'

export function Standing({ facts, label }: { facts: StandingFacts; label: ReactNode }) {
  const { kind, minimum } = facts
  const { title, text, action, ways } = told(facts)
  return (
    <div className="standing">
      {label}
      {title && <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {minimum && <p className={minimum.confirmed ? 'state state-published' : undefined}>{minimum.text}</p>}
      {action}
      {mayRequest(kind) && <NoObligation />}
      {ways}
    </div>
  )
}

function Elsewhere({ editions, related }: Pick<StandingFacts, 'editions' | 'related'>) {
  return (
    <p>
      {editions ? (
        <a href="#altre-edizioni">Altre edizioni</a>
      ) : related ? (
        <a href="#altri-corsi">Altri corsi</a>
      ) : (
        <Link to="/corsi?posti=liberi">Altri corsi</Link>
      )}{' '}
      o chiama <Phone />
    </p>
  )
}

const Phone = () => (
  <a className="num" href={telLink(company.phone)}>
    {company.phone}
  </a>
)
