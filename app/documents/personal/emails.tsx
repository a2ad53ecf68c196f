import { href } from 'react-router'
import { courseRows, type EnrolmentFacts, toThePerson } from '../../enrolments/emails'
import { ActionButton, FactRows, OfficeAddress, P } from '../../mail/layout'
import type { Email } from '../../mail/outbox.server'
import { kindForPerson, kindLabel, type PersonalKind } from './rules'

/** To the person whom the office has given a file, which is read after the sign-in alone. */
export function documentGiven(facts: EnrolmentFacts, enrolmentId: string, kind: PersonalKind): Email {
  return toThePerson(facts, 'document-given', kindForPerson(kind), {
    preview: 'Lo trovi nella tua area personale.',
    children: (
      <>
        <P>
          la segreteria ha messo un documento per te nella tua area personale. Lo leggete soltanto tu e la
          segreteria.
        </P>
        <FactRows rows={[['Documento', kindLabel(kind)], ...courseRows(facts.course)]} />
        <ActionButton
          href={`${facts.origin}${href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolmentId })}`}
        >
          Apri il documento
        </ActionButton>
        <P quiet>
          Non è per te? Scrivi a <OfficeAddress />.
        </P>
      </>
    ),
  })
}
