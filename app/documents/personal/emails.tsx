import { href } from 'react-router'
import { courseRows, type EnrolmentFacts, emailToPerson } from '../../enrolments/emails'
import { ActionButton, FactRows, OfficeMailLink, P } from '../../mail/layout'
import type { Email } from '../../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../../mail/wording'
import { kindForPerson, kindLabel, type PersonalKind } from './rules'

/**
 * To the person whom the office has given a file, which can only be read after signing in. `certificate`: number and
 * code of an attestato that the site has issued.
 */
export function documentGiven(
  facts: EnrolmentFacts,
  enrolmentId: string,
  kind: PersonalKind,
  certificate?: { number: string; code: string },
): Email {
  const subject = letterSubject('document-given', { documento: kindForPerson(kind) })
  return emailToPerson(facts, 'document-given', subject, {
    preview: 'Lo trovi nella tua area personale.',
    // A decision may issue attestati to a whole edition.
    toMany: certificate !== undefined,
    children: (
      <>
        <OpeningParagraph letter="document-given" />
        <FactRows
          rows={[
            certificate ? ['Attestato', `n. ${certificate.number}`] : ['Documento', kindLabel(kind)],
            ...courseRows(facts.course),
          ]}
        />
        <ActionButton
          href={`${facts.origin}${href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolmentId })}`}
        >
          {certificate ? 'Apri l’attestato' : 'Apri il documento'}
        </ActionButton>
        {certificate && (
          <P>
            Chi lo riceve da te può verificarlo, senza chiedere a nessuno: {facts.origin}
            {href('/v/:code', { code: certificate.code })}
          </P>
        )}
        <P quiet>
          Non è per te? Scrivi a <OfficeMailLink />.
        </P>
      </>
    ),
  })
}
