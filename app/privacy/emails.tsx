import { EmailLayout, OfficeMailLink, P } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { siteSettings } from '../site/settings'
import { RETENTION } from './retention.rules'

/** Confirms the deletion of an account to its person. `byOffice`: the office deleted it, on a written request. */
export function accountDeleted(
  { firstName, email }: { firstName: string; email: string },
  { byOffice = false } = {},
): Email {
  const subject = 'Il tuo account è stato eliminato'
  return {
    kind: 'account-deleted',
    to: { name: firstName, address: email },
    subject,
    content: (
      <EmailLayout
        title={subject}
        preview="Non riceverai altre email dal sito."
        reason={`Ricevi questa email perché ${byOffice ? 'hai chiesto per iscritto di eliminare' : 'hai eliminato'} il tuo account sul sito di ${siteSettings().company.name}.`}
      >
        <P>Ciao {firstName},</P>
        <P>
          come hai chiesto, abbiamo eliminato il tuo account. Questa è l’ultima email che ricevi dal sito.
        </P>
        <P>
          Le iscrizioni ai corsi già cominciati o pagati restano, senza il tuo nome e senza i tuoi recapiti.
          Il tuo posto nei corsi non cominciati è di nuovo libero, anche se era pagato.
        </P>
        <P>
          Se ne avevi, restano con il tuo nome i pagamenti e i dati di fatturazione, per{' '}
          {RETENTION.paymentYears} anni, e gli attestati, che si verificano ancora per{' '}
          {RETENTION.certificateYears} anni dal rilascio.
        </P>
        <P quiet>
          Non l’hai chiesto tu? Scrivi subito a <OfficeMailLink /> o chiama il numero{' '}
          {siteSettings().company.phone}.
        </P>
      </EmailLayout>
    ),
  }
}
