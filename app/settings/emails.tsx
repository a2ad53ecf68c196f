import { href } from 'react-router'
import { formatIban } from '../italian/ibans'
import { ActionButton, EmailLayout, P } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { env } from '../runtime/env.server'
import { siteSettings } from '../site/settings'

/**
 * The e-mail to an administrator about a new IBAN. `author`: who changed it; `formerIban`, `newIban`: without
 * spaces, '' for none.
 */
export function ibanChanged(
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  { author, formerIban, newIban }: { author: string; formerIban: string; newIban: string },
): Email {
  const subject = 'È cambiato l’IBAN per i bonifici'
  return {
    kind: 'iban-changed',
    to: { name: `${firstName} ${lastName}`, address: email },
    subject,
    content: (
      <EmailLayout
        title={subject}
        preview={`L’ha cambiato ${author}. Se non lo sapevi, controlla subito.`}
        reason={`Ricevi questa email perché sei amministratore del sito di ${siteSettings().company.name}.`}
      >
        <P>Ciao {firstName},</P>
        <P>
          {author} ha cambiato l’IBAN che il sito mostra a chi deve pagare. Adesso è{' '}
          <b>{formatIban(newIban) || 'vuoto'}</b>; prima era <b>{formatIban(formerIban) || 'vuoto'}</b>.
        </P>
        <P>
          Se non lo sapevi, parlane subito con {author}, di persona o per telefono: nelle impostazioni si
          ripristina quello di prima.
        </P>
        <ActionButton href={env.publicOrigin + href('/admin/impostazioni/pagamenti')}>
          Apri le impostazioni
        </ActionButton>
      </EmailLayout>
    ),
  }
}
