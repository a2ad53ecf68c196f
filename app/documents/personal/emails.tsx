import { href } from 'react-router'
import { courseRows, type EnrolmentFacts, emailToPerson } from '../../enrolments/emails'
import { ActionButton, FactRows, OfficeMailLink, P } from '../../mail/layout'
import type { Email } from '../../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../../mail/wording'
import { kindForPerson, kindLabel, type PersonalKind } from './rules'

/** To the person whom the office has given a file, which can only be read after signing in. */
export function documentGiven(facts: EnrolmentFacts, enrolmentId: string, kind: PersonalKind): Email {
  const subject = letterSubject('document-given', { documento: kindForPerson(kind) })
  return emailToPerson(facts, 'document-given', subject, {
    preview: 'Lo trovi nella tua area personale.',
    children: (
      <>
        <OpeningParagraph letter="document-given" />
        <FactRows rows={[['Documento', kindLabel(kind)], ...courseRows(facts.course)]} />
        <ActionButton
          href={`${facts.origin}${href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolmentId })}`}
        >
          Apri il documento
        </ActionButton>
        <P quiet>
          Non è per te? Scrivi a <OfficeMailLink />.
        </P>
      </>
    ),
  })
}
