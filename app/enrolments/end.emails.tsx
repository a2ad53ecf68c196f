import { href } from 'react-router'
import { DashboardButton, FactRows, OfficeAddress, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { siteSettings } from '../site/settings'
import {
  ApprovalSteps,
  courseRows,
  type EmailCourse,
  type EnrolmentFacts,
  editionSummary,
  toTheOffice,
  toThePerson,
} from './emails'

/**
 * To the person, when their enrolment has ended; `reason` in the office's own words, none if they cancelled it. `byPhone`:
 * they told the office so.
 */
export function enrolmentCancelled(facts: EnrolmentFacts, reason?: string, { byPhone = false } = {}): Email {
  const { course, origin } = facts
  const own = byPhone
    ? 'come ci hai detto al telefono, abbiamo disdetto la tua iscrizione senza costi: il posto è di nuovo libero.'
    : 'hai disdetto la tua iscrizione: il posto è di nuovo libero, e non devi fare altro.'
  return toThePerson(facts, 'enrolment-cancelled', 'Iscrizione disdetta', {
    preview: 'Il tuo posto è di nuovo libero.',
    children: (
      <>
        <P>{reason ? 'la segreteria ha disdetto la tua iscrizione: il posto è di nuovo libero.' : own}</P>
        <FactRows rows={[...courseRows(course), ['Motivo', reason]]} />
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

/** To the person, when they have been moved to another edition, or to another course. `from`: the edition before. */
export function enrolmentMoved(facts: EnrolmentFacts, from: EmailCourse): Email {
  const isEdition = facts.course.seriesId === from.seriesId
  return toThePerson(facts, 'enrolment-moved', 'Iscrizione spostata', {
    preview: isEdition ? 'Ecco la tua nuova edizione.' : 'Ecco il tuo nuovo corso.',
    children: (
      <>
        <P>
          la tua iscrizione è stata spostata in {isEdition ? 'un’altra edizione' : 'un altro corso'}: il posto
          è tuo.
        </P>
        <FactRows rows={[['Prima', editionSummary(from)]]} />
        <ApprovalSteps {...facts} />
        <P quiet>
          Non va bene? Scrivi a <OfficeAddress />.
        </P>
      </>
    ),
  })
}

/** To the office, when a person has cancelled their enrolment. */
export function cancelledForOffice(facts: EnrolmentFacts, officeEmail: string): Email {
  return toTheOffice(facts, officeEmail, 'cancelled-for-office', 'Iscrizione disdetta', {
    sentence: 'ha disdetto la sua iscrizione: il posto è di nuovo libero.',
  })
}

/** To the office, when a person has moved to another edition. */
export function movedForOffice(facts: EnrolmentFacts, from: EmailCourse, officeEmail: string): Email {
  return toTheOffice(facts, officeEmail, 'moved-for-office', 'Iscrizione spostata', {
    sentence: 'ha scelto un’altra edizione.',
    rows: [['Prima', editionSummary(from)]],
  })
}
