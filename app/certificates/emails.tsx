import { href } from 'react-router'
import { kindForPerson } from '../documents/personal/rules'
import { courseRows, type EnrolmentFacts, emailToPerson } from '../enrolments/emails'
import { ActionButton, FactRows, OfficeMailLink, P } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { type CertificateNumber, formatCertificateNumber } from './rules'

const enrolmentAddress = ({ origin }: EnrolmentFacts, enrolment: string) =>
  origin + href('/dashboard/iscrizioni/:enrolment', { enrolment })

/** Tells a person that their attestato is ready. `code`: of its public page. */
export function certificateIssued(
  facts: EnrolmentFacts,
  enrolmentId: string,
  { code, ...number }: CertificateNumber & { code: string },
): Email {
  const subject = letterSubject('document-given', { documento: kindForPerson('attestato') })
  return emailToPerson(facts, 'document-given', subject, {
    preview: 'Lo trovi nella tua area personale.',
    // A decision may issue attestati to a whole edition.
    toMany: true,
    children: (
      <>
        <OpeningParagraph letter="document-given" />
        <FactRows
          rows={[['Attestato', `n. ${formatCertificateNumber(number)}`], ...courseRows(facts.course)]}
        />
        <ActionButton href={enrolmentAddress(facts, enrolmentId)}>Apri l’attestato</ActionButton>
        <P>
          Chi lo riceve da te può verificarlo, senza chiedere a nessuno: {facts.origin}
          {href('/v/:code', { code })}
        </P>
        <P quiet>
          Non è per te? Scrivi a <OfficeMailLink />.
        </P>
      </>
    ),
  })
}

/** Tells a person that their attestato was revoked, and why. */
export function certificateRevoked(
  facts: EnrolmentFacts,
  enrolmentId: string,
  number: CertificateNumber,
  reason: string,
): Email {
  return emailToPerson(facts, 'certificate-revoked', 'Il tuo attestato è stato revocato', {
    preview: 'Non vale più: ecco perché.',
    children: (
      <>
        <P>la segreteria ha revocato il tuo attestato, che non vale più.</P>
        <FactRows
          rows={[
            ['Attestato', `n. ${formatCertificateNumber(number)}`],
            ['Motivo', reason],
            ...courseRows(facts.course),
          ]}
        />
        <ActionButton href={enrolmentAddress(facts, enrolmentId)}>Vai all’iscrizione</ActionButton>
        <P quiet>
          Hai domande? Scrivi a <OfficeMailLink />.
        </P>
      </>
    ),
  })
}
