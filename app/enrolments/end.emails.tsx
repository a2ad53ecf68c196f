import { href } from 'react-router'
import { formatPriceInBrief } from '../italian/prices'
import { DashboardButton, FactRows, OfficeMailLink, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { siteSettings } from '../site/settings'
import { toEuros } from './dues/rules'
import {
  ApprovalSteps,
  courseRows,
  type EnrolmentFacts,
  editionSummary,
  emailToOffice,
  emailToPerson,
} from './emails'
import type { EmailCourse } from './emails.queries.server'
import { movedPaymentsForPerson } from './move.rules'
import { REFUND_FOLLOWS, type Refund, refundStatusInWords } from './refund.rules'

/**
 * To the person, when their enrolment has been cancelled. `reason`: in the words of the office, undefined if the person
 * cancelled; `byPhone`: the person asked the office by phone to cancel; `refund`: undefined if nothing was paid.
 */
export function enrolmentCancelled(
  facts: EnrolmentFacts,
  {
    reason,
    byPhone = false,
    refund,
  }: { reason?: string; byPhone?: boolean; refund?: Refund | undefined } = {},
): Email {
  const { course, origin } = facts
  const letterWithoutReason = byPhone ? 'cancelled-by-phone' : 'enrolment-cancelled'
  const letter = reason ? 'cancelled-by-office' : letterWithoutReason
  return emailToPerson(facts, 'enrolment-cancelled', letterSubject(letter), {
    preview: 'Il tuo posto è di nuovo libero.',
    children: (
      <>
        <OpeningParagraph letter={letter} />
        <FactRows rows={[...courseRows(course), ['Motivo', reason]]} />
        {refund && (
          <P>
            {refundStatusInWords(refund)} {REFUND_FOLLOWS}
          </P>
        )}
        <P>
          {reason ? 'Qualcosa non torna?' : 'Hai cambiato idea, o qualcosa non torna?'} Telefona al{' '}
          {siteSettings().company.phone} o guarda{' '}
          <TextLink href={`${origin}${href('/corsi')}`}>le prossime date</TextLink>.
        </P>
        <DashboardButton origin={origin} />
      </>
    ),
  })
}

/**
 * To the person, when they have moved or been moved to another edition or course, which is in `facts`. `from`: the
 * edition that they left; `paid`: what they have paid so far, in cents.
 */
export function enrolmentMoved(facts: EnrolmentFacts, from: EmailCourse, paid = 0): Email {
  const isSameCourse = facts.course.seriesId === from.seriesId
  const owed = facts.course.dues.reduce((sum, { cents }) => sum + cents, 0)
  return emailToPerson(facts, 'enrolment-moved', letterSubject('enrolment-moved'), {
    preview: isSameCourse ? 'Ecco la tua nuova edizione.' : 'Ecco il tuo nuovo corso.',
    children: (
      <>
        <OpeningParagraph
          letter="enrolment-moved"
          words={{ dove: isSameCourse ? 'un’altra edizione' : 'un altro corso' }}
        />
        <FactRows rows={[['Prima', editionSummary(from)]]} />
        {paid > 0 && <P>{movedPaymentsForPerson({ paid, owed })}</P>}
        <ApprovalSteps {...facts} paid={paid} />
        <P quiet>
          Non va bene? Scrivi a <OfficeMailLink />.
        </P>
      </>
    ),
  })
}

/** To the office, when a person has cancelled their enrolment. `refund`: undefined if nothing was paid. */
export function cancelledForOffice(facts: EnrolmentFacts, officeEmail: string, refund?: Refund): Email {
  const sum = (cents: number) => formatPriceInBrief(toEuros(cents))
  return emailToOffice(facts, officeEmail, 'cancelled-for-office', 'Iscrizione disdetta', {
    sentence: 'ha disdetto la sua iscrizione: il posto è di nuovo libero.',
    rows: refund
      ? [
          ['Ha pagato', sum(refund.paid)],
          ['Da restituire', sum(refund.total)],
        ]
      : [],
  })
}

/** To the office, when a person has moved by themselves to another edition. `from`: the one that they left. */
export function movedForOffice(facts: EnrolmentFacts, from: EmailCourse, officeEmail: string): Email {
  return emailToOffice(facts, officeEmail, 'moved-for-office', 'Iscrizione spostata', {
    sentence: 'ha scelto un’altra edizione.',
    rows: [['Prima', editionSummary(from)]],
  })
}
