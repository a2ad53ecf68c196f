import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { messagePage } from '../contacts/admin/rules'
import { toEuros } from '../enrolments/dues/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { ordinal } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'
import { formatDeadline, formatTime } from '../italian/times'
import { capitalize } from '../italian/words'
import type { CallSentence } from './call.rules'

/**
 * What a colleague has to know when the person calls (`whatToSay`). `page`: the address of the page of the person;
 * `today`: YYYY-MM-DD.
 */
export function CallSheet({
  sentences,
  page,
  today,
}: {
  sentences: CallSentence[]
  page: string
  today: string
}) {
  return (
    <section className="who-say" aria-labelledby="se-chiama">
      <h2 id="se-chiama">Se chiama adesso</h2>
      {sentences.length === 0 ? (
        <p>Niente in sospeso: nessuna richiesta, nessuna sessione in programma.</p>
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence.about}>
              <Sentence say={sentence} page={page} today={today} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Sentence({ say, page, today }: { say: CallSentence; page: string; today: string }) {
  switch (say.about) {
    case 'request':
      return (
        <>
          {say.age === 'adesso' ? 'Ha appena chiesto ' : 'Aspetta '}
          {say.age !== 'adesso' && (
            <>
              <b>{say.age}</b> una risposta per{' '}
            </>
          )}
          <b>{say.course}</b>
          {say.seats && `: ${say.seats.toLowerCase()}`}
          {say.more > 0 &&
            `${say.seats ? '. Aspetta anche' : ' e'} per ${say.more === 1 ? 'un altro corso' : `altri ${say.more} corsi`}`}
          .
        </>
      )
    case 'offer':
      return (
        <>
          Ha un posto offerto per <b>{say.course}</b>: risponde entro <b>{formatDeadline(say.until)}</b>.
        </>
      )
    case 'new-dates':
      return (
        <>
          Non ha ancora risposto alle nuove date di <b>{say.course}</b>: può farlo entro{' '}
          <b>{formatDate(say.until, 'EEEE d MMMM')}</b>. Se non risponde, il posto resta suo.{' '}
          <Link
            to={`${href('/admin/iscrizioni/:enrolment/rinvio', { enrolment: say.enrolment })}?${new URLSearchParams({ torna: page })}`}
          >
            Registra la risposta
          </Link>
        </>
      )
    case 'waiting':
      return (
        <>
          È in lista d’attesa per{' '}
          {say.places.map(({ course, position }, index) => (
            <Fragment key={course}>
              {index > 0 && ', '}
              <b>{course}</b> ({ordinal(position)} posto)
            </Fragment>
          ))}
          .
        </>
      )
    case 'message':
      return (
        <>
          Un suo <Link to={messagePage(say.contact)}>messaggio</Link>{' '}
          {say.age === 'adesso' ? 'è appena arrivato' : `aspetta ${say.age}`}.
        </>
      )
    case 'session':
      return (
        <>
          {say.date === today ? 'Oggi' : withArticle('Il', formatDate(say.date, 'd MMMM'))}
          {say.time && ` alle ${formatTime(say.time)}`} {sessionVerb(say)} <b>{say.title}</b>
          {say.location && `, ${say.location}`}.
        </>
      )
    case 'due':
      return (
        <>
          {capitalize(say.name)} di <b>{say.course}</b>, {formatPriceInBrief(toEuros(say.cents))},{' '}
          {say.isLate ? 'scadeva' : 'scade'} {withArticle('il', formatDate(say.dueOn, 'd MMMM'))}.
        </>
      )
    case 'refusal':
      return (
        <>
          {withArticle('Il', formatDate(say.at, 'd MMMM'))} abbiamo rifiutato la richiesta per{' '}
          <b>{say.course}</b>
          {say.reason ? `: «${say.reason}»` : '.'}
        </>
      )
    case 'note':
      return <>Nota: {say.note}</>
  }
}

function sessionVerb({ isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (isFirst) return isLast ? 'si tiene' : 'comincia'
  return isLast ? 'finisce' : 'continua'
}
