import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { contactPage } from '../contacts/admin/rules'
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
              <Sentence sentence={sentence} page={page} today={today} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Sentence({ sentence, page, today }: { sentence: CallSentence; page: string; today: string }) {
  switch (sentence.about) {
    case 'request':
      return (
        <>
          {sentence.age === 'adesso' ? 'Ha appena chiesto ' : 'Aspetta '}
          {sentence.age !== 'adesso' && (
            <>
              <b>{sentence.age}</b> una risposta per{' '}
            </>
          )}
          <b>{sentence.course}</b>
          {sentence.seats && `: ${sentence.seats.toLowerCase()}`}
          {sentence.otherRequests > 0 &&
            `${sentence.seats ? '. Aspetta anche' : ' e'} per ${sentence.otherRequests === 1 ? 'un altro corso' : `altri ${sentence.otherRequests} corsi`}`}
          .
        </>
      )
    case 'offer':
      return (
        <>
          Ha un posto offerto per <b>{sentence.course}</b>: risponde entro{' '}
          <b>{formatDeadline(sentence.until)}</b>.
        </>
      )
    case 'new-dates':
      return (
        <>
          Non ha ancora risposto alle nuove date di <b>{sentence.course}</b>: può farlo entro{' '}
          <b>{formatDate(sentence.until, 'EEEE d MMMM')}</b>. Se non risponde, il posto resta suo.{' '}
          <Link
            to={`${href('/admin/iscrizioni/:enrolment/rinvio', { enrolment: sentence.enrolment })}?${new URLSearchParams({ torna: page })}`}
          >
            Registra la risposta
          </Link>
        </>
      )
    case 'waiting-lists':
      return (
        <>
          È in lista d’attesa per{' '}
          {sentence.waitingLists.map(({ course, position }, index) => (
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
          Un suo <Link to={contactPage(sentence.contact)}>messaggio</Link>{' '}
          {sentence.age === 'adesso' ? 'è appena arrivato' : `aspetta ${sentence.age}`}.
        </>
      )
    case 'session':
      return (
        <>
          {sentence.date === today ? 'Oggi' : withArticle('Il', formatDate(sentence.date, 'd MMMM'))}
          {sentence.time && ` alle ${formatTime(sentence.time)}`} {sessionVerb(sentence)}{' '}
          <b>{sentence.course}</b>
          {sentence.location && `, ${sentence.location}`}.
        </>
      )
    case 'due':
      return (
        <>
          {capitalize(sentence.name)} di <b>{sentence.course}</b>,{' '}
          {formatPriceInBrief(toEuros(sentence.cents))}, {sentence.isLate ? 'scadeva' : 'scade'}{' '}
          {withArticle('il', formatDate(sentence.dueOn, 'd MMMM'))}.
        </>
      )
    case 'refusal':
      return (
        <>
          {withArticle('Il', formatDate(sentence.at, 'd MMMM'))} abbiamo rifiutato la richiesta per{' '}
          <b>{sentence.course}</b>
          {sentence.reason ? `: «${sentence.reason}»` : '.'}
        </>
      )
    case 'note':
      return <>Nota: {sentence.note}</>
  }
}

function sessionVerb({ isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (isFirst) return isLast ? 'si tiene' : 'comincia'
  return isLast ? 'finisce' : 'continua'
}
