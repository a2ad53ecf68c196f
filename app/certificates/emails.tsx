import { href } from 'react-router'
import { courseRows, type EnrolmentFacts, emailToPerson } from '../enrolments/emails'
import { ActionButton, FactRows, OfficeMailLink, P } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { type CertificateNumber, formatCertificateNumber } from './rules'

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
        <ActionButton
          href={`${facts.origin}${href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolmentId })}`}
        >
          Vai all’iscrizione
        </ActionButton>
        <P quiet>
          Hai domande? Scrivi a <OfficeMailLink />.
        </P>
      </>
    ),
  })
}
