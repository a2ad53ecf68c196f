import type { ReactNode } from 'react'
import { href } from 'react-router'
import { freeSeatsPage } from '../courses/pages.rules'
import { FORMATS, NO_DATE, ONLINE_PLACE } from '../courses/rules'
import { withArticle } from '../italian/articles'
import { formatDate, isSameYear } from '../italian/dates'
import { formatIban } from '../italian/ibans'
import { ordinal } from '../italian/numbers'
import { formatPrice } from '../italian/prices'
import { formatTimes } from '../italian/times'
import {
  ActionButton,
  DashboardButton,
  EmailLayout,
  FactRows,
  OfficeMailLink,
  P,
  TextLink,
} from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { today } from '../runtime/clock'
import { type BankAccount, bankAccount } from '../site/bank-account.server'
import { addressAndMapOf } from '../site/map'
import { siteSettings } from '../site/settings'
import { causaleOf } from './dues/reference.rules'
import {
  balanceOf,
  CONFIRMATION_FOLLOWS,
  type Due,
  duesInWords,
  openDuesOf,
  PAY_AFTER_CONFIRMATION,
} from './dues/rules'
import type { EmailCourse } from './emails.queries.server'
import { instalmentsInWords } from './instalments.rules'
import { listSentence } from './waiting-list.rules'

/**
 * The facts that e-mails about an enrolment need. `phone`, `company`: for e-mails to the office; `origin`: scheme and
 * host of the site, for links.
 */
export type EnrolmentFacts = {
  person: {
    firstName: string
    lastName: string
    email: string
    phone?: string | null
    company?: string | null
  }
  course: EmailCourse
  /** The number of the enrolment, for the causale of transfers; missing before there is one. */
  reference?: number
  origin: string
}

/** What tells one edition from another. `place`: the town of `location`, or `ONLINE_PLACE`. */
export type EmailEdition = Pick<
  EmailCourse,
  'title' | 'startDate' | 'location' | 'modalita' | 'place' | 'format'
>

/**
 * An edition in a line, with title, place and first day as far as they are known: 'Marketing Strategico, Ascoli Piceno,
 * 23 gennaio 2027'.
 */
export function editionSummary({ title, startDate, place, format }: EmailEdition): string {
  const where = place === ONLINE_PLACE ? format && FORMATS[format].toLowerCase() : place
  return [title, where, formatDate(startDate, 'd MMMM yyyy')].filter(Boolean).join(', ')
}

/** A row of facts: label and value. */
type FactRow = [string, string | null]

/** Rows of facts about a course: title, start, place and mode. `start`: the rows that say when it starts. */
export function courseRows(
  { title, startDate, location, modalita, format }: EmailEdition,
  start: FactRow[] = [['Inizio', formatDate(startDate, 'd MMMM yyyy', NO_DATE)]],
): FactRow[] {
  return [
    ['Corso', title],
    ...start,
    ['Dove', location && format === 'in-aula' ? addressAndMapOf(location).postalAddress : location],
    ['Modalità', modalita],
  ]
}

const priceRow = ({ price }: EmailCourse): FactRow => ['Prezzo', price === null ? null : formatPrice(price)]

/** Rows of facts: the price, and the instalments if there are any. */
export function priceRows(course: EmailCourse): FactRow[] {
  const { instalments } = course
  if (!instalments) return [priceRow(course)]
  return [priceRow(course), [`${instalments.count} rate`, instalmentsInWords(instalments)]]
}

/**
 * Rows of facts for a person with a seat: the price and the dues that they are asked to pay; without dues, as
 * `priceRows`.
 */
function dueRows(course: EmailCourse, duesToPay: readonly Due[]): FactRow[] {
  if (course.dues.length === 0) return priceRows(course)
  return [priceRow(course), ['Da pagare', duesToPay.length > 0 ? duesInWords(duesToPay) : null]]
}

/**
 * Rows of facts for a bank transfer. `reference`: of the enrolment, for the causale; undefined leaves the causale out.
 */
export function transferRows(
  { beneficiary, iban }: BankAccount,
  person: { firstName: string; lastName: string },
  reference: number | undefined,
): FactRow[] {
  return [
    ['Bonifico a', beneficiary],
    ['IBAN', formatIban(iban)],
    ['Causale', reference === undefined ? null : causaleOf(reference, person)],
  ]
}

/**
 * Rows of facts for participants: `courseRows`, with the day, times, topic and place of the next session if there is
 * one.
 */
export function appointmentRows(course: EmailCourse): FactRow[] {
  const { nextSession } = course
  if (!nextSession) return courseRows(course)
  const label = nextSession.number === 1 ? 'Inizio' : 'Prossima sessione'
  return courseRows({ ...course, location: nextSession.place ?? course.location }, [
    [label, sessionLine(nextSession)],
    ['Argomento', nextSession.topic],
  ])
}

/** The address of the next online lesson, for participants: its own, else that of all lessons; null without one. */
export const lessonLink = ({ nextSession, lessonsUrl }: EmailCourse) => nextSession?.link ?? lessonsUrl

/** Day, or first and last day, and times of a session: 'sabato 10 aprile 2027, 9:00–18:00'. */
function sessionLine(session: NonNullable<EmailCourse['nextSession']>): string {
  const { date, until } = session
  const lastDay = formatDate(until, 'EEEE d MMMM yyyy')
  const firstDay = formatDate(date, isSameYear(date, until) ? 'EEEE d MMMM' : 'EEEE d MMMM yyyy')
  const days = date === until ? lastDay : `da ${firstDay} a ${lastDay}`
  return [days, formatTimes(session.startTime, session.endTime)].filter(Boolean).join(', ')
}

/**
 * An e-mail to the person of an enrolment. `kind`: the name of this e-mail in the outbox; `toMany`: as in `Email`;
 * `greets`: whether it begins with 'Ciao' and the first name; if not, `children` greet.
 */
export function emailToPerson(
  { person, course }: EnrolmentFacts,
  kind: string,
  title: string,
  {
    preview,
    toMany = false,
    greets = true,
    children,
  }: { preview: string; toMany?: boolean; greets?: boolean; children: ReactNode },
): Email {
  return {
    kind,
    toMany,
    to: { name: `${person.firstName} ${person.lastName}`, address: person.email },
    subject: `${title}: ${editionSummary(course)}`,
    content: (
      <EmailLayout
        title={title}
        preview={preview}
        reason={`Ricevi questa email perché hai un account sul sito di ${siteSettings().company.name}.`}
      >
        {greets && <P>Ciao {person.firstName},</P>}
        {children}
      </EmailLayout>
    ),
  }
}

/**
 * To the person, when a request has come in. `answerBy`: by when the office answers, 'le 12:30 di martedì 24 novembre';
 * `position`: the place on the waiting list, from 1; undefined if the request is not on it.
 */
export function requestReceived(facts: EnrolmentFacts, answerBy: string, position?: number): Email {
  const { course, origin } = facts
  const letter = position === undefined ? 'request-received' : 'request-received-listed'
  return emailToPerson(facts, 'request-received', letterSubject(letter), {
    preview:
      position === undefined
        ? 'La segreteria la valuta e ti risponde per email.'
        : `Sei in lista d’attesa, ${withArticle('al', ordinal(position))} posto.`,
    children: (
      <>
        {position === undefined ? (
          <OpeningParagraph letter={letter} words={{ entro: answerBy }} />
        ) : (
          <>
            <OpeningParagraph letter={letter} words={{ entro: answerBy, posto: listSentence(position) }} />
            <P>
              Intanto guarda i <TextLink href={origin + freeSeatsPage()}>corsi con posti liberi</TextLink>.
            </P>
          </>
        )}
        <FactRows rows={[...courseRows(course), ...priceRows(course)]} />
        <P>La richiesta non comporta alcun obbligo di pagamento.</P>
        <ActionButton href={`${origin}${href('/dashboard')}`}>Segui la richiesta</ActionButton>
        <P quiet>Finché la richiesta è in attesa puoi ritirarla dalla tua area personale.</P>
      </>
    ),
  })
}

/** To the office, when a request waits for a decision. */
export function requestForOffice(facts: EnrolmentFacts, officeEmail: string): Email {
  return emailToOffice(facts, officeEmail, 'request-for-office', 'Nuova richiesta di iscrizione', {
    sentence: 'chiede di iscriversi e attende una risposta.',
    action: 'Apri le richieste',
  })
}

/**
 * An e-mail to the office about an enrolment; answers go to the person. `kind`: the name of this e-mail in the outbox;
 * `sentence`: follows the name of the person; `action`: the words of the button, which opens the queue.
 */
export function emailToOffice(
  { person, course, origin }: EnrolmentFacts,
  officeEmail: string,
  kind: string,
  title: string,
  {
    sentence,
    rows = [],
    action = 'Apri l’amministrazione',
  }: { sentence: string; rows?: [string, string][]; action?: string },
): Email {
  const name = `${person.firstName} ${person.lastName}`
  return {
    kind,
    to: { name: siteSettings().company.name, address: officeEmail },
    replyTo: person.email,
    subject: `${title}: ${editionSummary(course)}`,
    content: (
      <EmailLayout
        title={title}
        preview={`${name} ${sentence}`}
        reason="Ricevi questa email perché questo è l’indirizzo della segreteria."
      >
        <P>
          {name} {sentence}
        </P>
        <FactRows
          rows={[
            ['Nome', name],
            ['Email', person.email],
            ['Telefono', person.phone],
            ['Azienda', person.company],
            ...courseRows(course),
            priceRow(course),
            ...rows,
          ]}
          links={false}
        />
        <ActionButton href={`${origin}${href('/admin/richieste')}`}>{action}</ActionButton>
      </EmailLayout>
    ),
  }
}

/** To the person, when they get a seat. */
export function requestApproved(facts: EnrolmentFacts): Email {
  return emailToPerson(facts, 'request-approved', letterSubject('request-approved'), {
    preview: 'Il posto è tuo. Ecco che cosa succede adesso.',
    children: (
      <>
        <OpeningParagraph letter="request-approved" />
        <ApprovalSteps {...facts} />
      </>
    ),
  })
}

/** To the person, when the office has enrolled them without a request. */
export function enrolledByOffice(facts: EnrolmentFacts): Email {
  return emailToPerson(facts, 'enrolled-by-office', letterSubject('enrolled-by-office'), {
    preview: 'La segreteria ti ha riservato un posto.',
    children: (
      <>
        <OpeningParagraph letter="enrolled-by-office" />
        <ApprovalSteps {...facts} />
        <P quiet>
          Non te l’aspettavi? Scrivi a <OfficeMailLink />.
        </P>
      </>
    ),
  })
}

/**
 * Tells a person with a seat what to do next. `paid`: cents that they have paid already, which are not asked for. While
 * the edition waits for its minimum, no payment is asked for.
 */
export function ApprovalSteps({
  person,
  course,
  reference,
  origin,
  paid = 0,
}: EnrolmentFacts & { paid?: number | undefined }) {
  const { afterApproval, startDate, documentCount, price, condition } = course
  const openDues = openDuesOf(balanceOf(course.dues, [{ cents: paid }], today()))
  const isPaid = course.dues.length > 0 && openDues.length === 0
  const hasToPay = price !== 0 && !isPaid
  const paymentLabel = condition ? 'Pagamento, dopo la conferma' : 'Pagamento'
  const noteLabel = price === 0 ? 'Da sapere' : paymentLabel
  const duesToPay = condition ? [] : openDues
  const account = duesToPay.length > 0 ? bankAccount() : null
  const link = lessonLink(course)
  const { payment } = siteSettings().texts
  const inOwnArea = [startDate && 'il calendario', documentCount > 0 && 'i documenti']
    .filter(Boolean)
    .join(' e ')
  return (
    <>
      {condition && (
        <P>
          {condition} {hasToPay ? PAY_AFTER_CONFIRMATION : CONFIRMATION_FOLLOWS}
        </P>
      )}
      <FactRows
        rows={[
          ...appointmentRows(course),
          ...dueRows(course, duesToPay),
          ...(account ? transferRows(account, person, reference) : []),
          [noteLabel, isPaid ? null : afterApproval],
        ]}
      />
      {account && reference !== undefined && (
        <P>Copia la causale così com’è: ci fa riconoscere il tuo pagamento.</P>
      )}
      {inOwnArea && <P>Nella tua area personale trovi {inOwnArea} del corso.</P>}
      {!afterApproval && !account && hasToPay && <P>{condition ? payment.later : payment.next}</P>}
      {link && (
        <P>
          <TextLink href={link}>Vai alle lezioni</TextLink>. L’indirizzo è per chi è iscritto: non
          condividerlo.
        </P>
      )}
      <DashboardButton origin={origin} />
    </>
  )
}

/** To the person, when the office has refused the request; `reason`: in the words of the office. */
export function requestRejected(facts: EnrolmentFacts, reason?: string): Email {
  return emailToPerson(facts, 'request-rejected', letterSubject('request-rejected'), {
    preview: 'Prova a contattare la segreteria.',
    children: (
      <>
        <OpeningParagraph letter="request-rejected" />
        <FactRows rows={[...courseRows(facts.course), ['Motivo', reason?.trim()]]} />
        <P>
          Prova a contattare la segreteria: può aiutarti a trovare un’altra data o un altro corso. Il numero è{' '}
          {siteSettings().company.phone}.
        </P>
        <ActionButton href={`mailto:${siteSettings().company.email}`}>Scrivi alla segreteria</ActionButton>
      </>
    ),
  })
}
