import { href } from 'react-router'
import { ApprovalSteps, courseRows, type EnrolmentFacts, emailToPerson } from '../enrolments/emails'
import { NO_ANSWER_KEEPS_SEAT, OFFICE_WRITES_ABOUT_REFUND } from '../enrolments/mine/enrolment-status'
import { REFUND_FOLLOWS, type Refund, refundStatusInWords } from '../enrolments/refund.rules'
import { formatDate } from '../italian/dates'
import { ActionButton, DashboardButton, FactRows, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { siteSettings } from '../site/settings'

/**
 * Tells a person that their edition is cancelled. `other`: an edition that they can ask for instead; `refund`: what
 * they get back, undefined if no payment is known.
 */
export function editionCancelled(
  facts: EnrolmentFacts,
  reason: string,
  {
    other,
    refund,
  }: {
    other?: { slug: string; startDate: string | null; location: string | null } | undefined
    refund?: Refund | undefined
  } = {},
): Email {
  const { course, origin } = facts
  const refundSentence = refund
    ? `${refundStatusInWords(refund)} ${REFUND_FOLLOWS}`
    : course.price !== 0 && OFFICE_WRITES_ABOUT_REFUND
  const date = formatDate(other?.startDate, 'd MMMM yyyy', 'data da definire')
  return emailToPerson(facts, 'edition-cancelled', letterSubject('edition-cancelled'), {
    preview: 'Il corso non si tiene in queste date.',
    toMany: true,
    children: (
      <>
        <OpeningParagraph letter="edition-cancelled" />
        <FactRows rows={[...courseRows(course), ['Motivo', reason]]} />
        {other && (
          <>
            <P>
              Puoi chiedere l’iscrizione a un’altra edizione dello stesso corso:{' '}
              <b>{[date, other.location?.split(',')[0]].filter(Boolean).join(', ')}</b>.
            </P>
            <ActionButton href={`${origin}${href('/corsi/:slug', { slug: other.slug })}`}>
              Vai all’altra edizione
            </ActionButton>
          </>
        )}
        <P>
          {refundSentence && `${refundSentence} `}Per le prossime date guarda{' '}
          <TextLink href={`${origin}${href('/corsi')}`}>il catalogo</TextLink> o telefona al{' '}
          {siteSettings().company.phone}.
        </P>
        {!other && <DashboardButton origin={origin} />}
      </>
    ),
  })
}

/**
 * Tells a participant that the office has confirmed the edition. `paid`: what they have paid so far, in cents;
 * `firstDueDay`: earlier dues move to this day, YYYY-MM-DD; null: they stay.
 */
export function editionConfirmed(
  { course, ...facts }: EnrolmentFacts,
  { paid = 0, firstDueDay = null }: { paid?: number | undefined; firstDueDay?: string | null } = {},
): Email {
  const dues = course.dues.map((due) =>
    firstDueDay && due.dueOn < firstDueDay ? { ...due, dueOn: firstDueDay } : due,
  )
  // The facts were read before the confirmation. Now the edition does not depend on its minimum any more.
  const confirmed = { ...facts, course: { ...course, dues, condition: null } }
  return emailToPerson(confirmed, 'edition-confirmed', letterSubject('edition-confirmed'), {
    preview: 'L’edizione è confermata.',
    toMany: true,
    children: (
      <>
        <OpeningParagraph letter="edition-confirmed" />
        <ApprovalSteps {...confirmed} paid={paid} />
      </>
    ),
  })
}

/** `before`, `after`: the sessions as lines of text; `answerBy`: last day to answer, YYYY-MM-DD. */
export type Postponement = { before: string; after: string; answerBy: string }

/** Asks a participant whether the new dates of the edition suit them, with a link to the page where they answer. */
export function editionPostponed(facts: EnrolmentFacts, enrolmentId: string, change: Postponement): Email {
  return emailToPerson(facts, 'edition-postponed', letterSubject('edition-postponed'), {
    preview: 'Dicci se le nuove date vanno bene.',
    toMany: true,
    children: (
      <>
        <OpeningParagraph letter="edition-postponed" />
        <FactRows
          rows={[
            ['Corso', facts.course.title],
            ['Prima', change.before],
            ['Adesso', change.after],
          ]}
        />
        <P>
          Il tuo posto resta tuo. Dicci entro {formatDate(change.answerBy, 'EEEE d MMMM')} se le nuove date
          vanno bene: se non ti vanno bene, puoi disdire senza costi. {NO_ANSWER_KEEPS_SEAT}
        </P>
        <ActionButton
          href={`${facts.origin}${href('/dashboard/iscrizioni/:enrolment/rinvio', { enrolment: enrolmentId })}`}
        >
          Rispondi
        </ActionButton>
      </>
    ),
  })
}

/**
 * Tells a participant, or a person who waits for an answer, what of the edition has changed. `changedFacts`: name of
 * each fact (`what`), and its text before and after.
 */
export function editionChanged(
  facts: EnrolmentFacts,
  changedFacts: { what: string; before: string; after: string }[],
): Email {
  return emailToPerson(facts, 'edition-changed', letterSubject('edition-changed'), {
    preview: changedFacts.map(({ what }) => what).join(', '),
    toMany: true,
    children: (
      <>
        <OpeningParagraph letter="edition-changed" />
        <FactRows
          rows={[
            ['Corso', facts.course.title],
            ...changedFacts.flatMap(({ what, before, after }): [string, string][] => [
              [`${what}, prima`, before || '–'],
              [`${what}, adesso`, after || '–'],
            ]),
          ]}
        />
        <DashboardButton origin={facts.origin} />
      </>
    ),
  })
}
