import type { ReactNode } from 'react'
import { href } from 'react-router'
import { ActionButton, CopyLink, EmailLayout, OfficeMailLink, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { env } from '../runtime/env.server'
import { siteSettings } from '../site/settings'
import { looksLikeLink } from './names.rules'
import { recoverUrl, signInUrl } from './pages.server'
import { STAFF_PASSWORD_MIN } from './passwords/rules'
import { isStaffRole, LINK_LIFETIMES, type Role, UNCONFIRMED_DAYS } from './rules'

export type Addressee = { firstName: string; email: string }

/**
 * The names with which an e-mail greets. Anybody can sign up with a stranger's address, so any other text is left out:
 * the e-mail must not carry advertisements. The two invisible characters (U+200C, U+200D) join or separate letters of
 * Persian and Indian names.
 */
const GREETED_NAME = /^(?:[\p{L}\p{M}’' .-]|\u200c|\u200d){1,60}$/u

/** An e-mail about an account. `kind`: that of an `Email`; `preview`: what a mail program shows of it in a list. */
export function accountEmail(
  to: Addressee,
  kind: string,
  subject: string,
  { preview, children }: { preview: string; children: ReactNode },
): Email {
  const { firstName } = to
  const name = GREETED_NAME.test(firstName) && !looksLikeLink(firstName) ? firstName.trim() : ''
  return {
    kind,
    to: { name, address: to.email },
    subject,
    content: (
      <EmailLayout
        title={subject}
        preview={preview}
        reason={`Ricevi questa email perché il tuo indirizzo è stato usato sul sito di ${siteSettings().company.name}.`}
      >
        <P>{name ? `Ciao ${name},` : 'Ciao,'}</P>
        {children}
      </EmailLayout>
    ),
  }
}

/** An e-mail whose subject and first paragraph the office words, with a button that opens `url`. */
function letterEmail(
  to: Addressee,
  letter: 'confirm-address' | 'invitation' | 'recover-password' | 'already-registered',
  { preview, button, url, children }: { preview: string; button: string; url: string; children: ReactNode },
): Email {
  return accountEmail(to, letter, letterSubject(letter), {
    preview,
    children: (
      <>
        <OpeningParagraph letter={letter} />
        <ActionButton href={url}>{button}</ActionButton>
        {children}
        <CopyLink href={url} />
      </>
    ),
  })
}

/** The link is valid for 24 hours. */
export function confirmAddressEmail({ url, ...to }: Addressee & { url: string }): Email {
  return letterEmail(to, 'confirm-address', {
    preview: 'Manca solo un passo per attivare il tuo account.',
    button: 'Conferma l’account',
    url,
    children: (
      <P quiet>
        Il link vale {LINK_LIFETIMES.confirm.words}. Se la registrazione non è opera tua, ignora questo
        messaggio: senza conferma l’account non si attiva.
      </P>
    ),
  })
}

/** To a person whom the office entered. The link is valid for 24 hours. */
export function invitation({ url, ...to }: Addressee & { url: string }): Email {
  return letterEmail(to, 'invitation', {
    preview: 'Scegli una password: vedrai corsi, date e documenti.',
    button: 'Scegli la password',
    url,
    children: (
      <>
        <P>
          Il link vale {LINK_LIFETIMES.invitation.words} e si usa una volta sola. Se è scaduto,{' '}
          <TextLink href={recoverUrl}>chiedine un altro</TextLink> con questo indirizzo.
        </P>
        <P quiet>
          Non sei d’accordo, o non sei tu? Scrivi a <OfficeMailLink /> e cancelliamo i tuoi dati. Un account
          che nessuno attiva si cancella da solo dopo {UNCONFIRMED_DAYS} giorni, se non è iscritto a un corso.
          Come li trattiamo:{' '}
          <TextLink href={env.publicOrigin + href('/privacy-policy')}>Privacy Policy</TextLink>.
        </P>
      </>
    ),
  })
}

export function passwordRecovery({ url, ...to }: Addressee & { url: string }): Email {
  return letterEmail(to, 'recover-password', {
    preview: 'Scegli una nuova password per il tuo account.',
    button: 'Reimposta la password',
    url,
    children: (
      <P quiet>
        Il link vale {LINK_LIFETIMES.reset.words} e si usa una volta sola. Se la richiesta non è opera tua,
        ignora questo messaggio: la tua password resta quella di sempre.
      </P>
    ),
  })
}

/** Sent instead of `confirmAddressEmail` to an address that is confirmed already. */
export function alreadyRegistered(to: Addressee): Email {
  return letterEmail(to, 'already-registered', {
    preview: 'Con questo indirizzo puoi già accedere.',
    button: 'Accedi',
    url: signInUrl,
    children: (
      <>
        <P>
          Non la ricordi? <TextLink href={recoverUrl}>Reimposta la password</TextLink>
        </P>
        <P quiet>Se la registrazione non è opera tua, non devi fare nulla: il tuo account non è cambiato.</P>
      </>
    ),
  })
}

/** An e-mail about a change of the account, which asks the person to react if they did not make it. */
export function securityEmail(
  to: Addressee,
  kind: string,
  subject: string,
  { preview, children }: { preview: string; children: ReactNode },
): Email {
  return accountEmail(to, kind, subject, {
    preview,
    children: (
      <>
        {children}
        <P>Se non riconosci l’operazione, scegli subito un’altra password e avvisaci.</P>
        <ActionButton href={recoverUrl}>Reimposta la password</ActionButton>
        <P quiet>
          Per avvisarci scrivi a <OfficeMailLink /> o chiama il numero {siteSettings().company.phone}.
        </P>
      </>
    ),
  })
}

export function passwordChanged(to: Addressee): Email {
  return securityEmail(to, 'password-changed', 'La tua password è cambiata', {
    preview: 'Se non l’hai cambiata tu, scegline subito un’altra.',
    children: <P>la password del tuo account è stata cambiata. Se l’hai fatto tu, non serve altro.</P>,
  })
}

/** To the new address, without a name: it may be mistyped. The link is valid for 24 hours. */
export function newEmailToConfirm({ url, email }: { url: string; email: string }): Email {
  return accountEmail(
    { email, firstName: '' },
    'confirm-new-email',
    'Conferma il tuo nuovo indirizzo email',
    {
      preview: 'Da quel momento accedi con questo indirizzo.',
      children: (
        <>
          <P>
            hai chiesto alla segreteria di usare questo indirizzo per il tuo account. Conferma che è tuo: da
            quel momento accedi con questo, e qui ricevi le nostre email.
          </P>
          <ActionButton href={url}>Conferma l’indirizzo</ActionButton>
          <P quiet>
            Il link vale {LINK_LIFETIMES.email.words} e si usa una volta sola. Se non hai chiesto nulla,
            ignora questo messaggio: non cambia niente.
          </P>
          <CopyLink href={url} />
        </>
      ),
    },
  )
}

/** Tells the present address of a person that it is about to be replaced by `newEmail`. */
export function newEmailAsked({ newEmail, ...to }: Addressee & { newEmail: string }): Email {
  return accountEmail(to, 'new-email-asked', 'Il tuo indirizzo email sta per cambiare', {
    preview: `Se non l’hai chiesto tu, avvisaci subito: ${siteSettings().company.phone}.`,
    children: (
      <>
        <P>
          la segreteria ha ricevuto la richiesta di usare un altro indirizzo per il tuo account:{' '}
          <b>{newEmail}</b>. Il cambio avviene quando viene confermato da lì, entro{' '}
          {LINK_LIFETIMES.email.words}.
        </P>
        <P>
          Se non l’hai chiesto tu, avvisaci subito: scrivi a <OfficeMailLink /> o chiama il numero{' '}
          {siteSettings().company.phone}.
        </P>
      </>
    ),
  })
}

export function newDeviceUsed({ device, ...to }: Addressee & { device: string }): Email {
  return accountEmail(to, 'new-device', 'Un nuovo accesso al tuo account', {
    preview: `Con un dispositivo che non avevi ancora usato: ${device}.`,
    children: (
      <>
        <P>
          qualcuno è entrato nel tuo account con un dispositivo che non avevi ancora usato: <b>{device}</b>.
          Se sei tu, non serve altro.
        </P>
        <P>Se non sei tu, qualcuno conosce la tua password: scegline subito un’altra.</P>
        <ActionButton href={recoverUrl}>Reimposta la password</ActionButton>
        <P quiet>Tutti gli accessi si trovano nella Dashboard, alla voce «Accessi recenti».</P>
      </>
    ),
  })
}

/** The office has ended all sessions of the person. */
export function sessionsEnded(to: Addressee): Email {
  return accountEmail(to, 'sessions-ended', 'Abbiamo terminato i tuoi accessi', {
    preview: 'Per tornare nella tua area personale accedi di nuovo.',
    children: (
      <>
        <P>
          la segreteria ti ha fatto uscire da tutti i dispositivi. Per tornare nella tua area personale accedi
          di nuovo con la tua password. Profilo e iscrizioni restano come sono.
        </P>
        <P>Temi che qualcuno conosca la tua password? Scegline un’altra.</P>
        <ActionButton href={recoverUrl}>Reimposta la password</ActionButton>
        <Unexpected />
      </>
    ),
  })
}

/** `role`: the new one. To a person who is now a member the e-mail says that the panel is closed to them. */
export function roleChanged({ role, ...to }: Addressee & { role: Role }): Email {
  if (!isStaffRole(role)) return noLongerStaff(to)
  const { kind, subject, text } = NEW_ROLES[role]
  return accountEmail(to, kind, subject, {
    preview: 'Accedi di nuovo per entrare nel pannello di amministrazione.',
    children: (
      <>
        <P>{text} Per sicurezza abbiamo terminato i tuoi accessi su tutti i dispositivi: accedi di nuovo.</P>
        <ActionButton href={signInUrl}>Accedi</ActionButton>
        <P>
          Per il pannello serve una password di almeno {STAFF_PASSWORD_MIN} caratteri. Se la tua è più corta,{' '}
          <TextLink href={recoverUrl}>scegline una nuova</TextLink>. Nella Dashboard attiva anche la verifica
          in due passaggi.
        </P>
        <Unexpected />
      </>
    ),
  })
}

const NEW_ROLES = {
  secretary: {
    kind: 'made-secretary',
    subject: 'Ora lavori in segreteria',
    text: 'da adesso puoi gestire corsi, iscrizioni, documenti e messaggi dal pannello di amministrazione. Ruoli e log restano agli amministratori.',
  },
  admin: {
    kind: 'made-administrator',
    subject: 'Ora amministri il sito',
    text: 'da adesso puoi gestire corsi, iscrizioni e persone dal pannello di amministrazione.',
  },
} as const

function noLongerStaff(to: Addressee): Email {
  return accountEmail(to, 'no-longer-staff', 'Non hai più accesso al pannello', {
    preview: 'Il tuo account e le tue iscrizioni restano.',
    children: (
      <>
        <P>
          il tuo account non ha più accesso al pannello di amministrazione. Il profilo e le iscrizioni
          restano: per vederli accedi di nuovo.
        </P>
        <ActionButton href={signInUrl}>Accedi</ActionButton>
        <Unexpected />
      </>
    ),
  })
}

/** The paragraph for a person who does not know why an e-mail came. */
export const Unexpected = () => (
  <P quiet>
    Non te lo aspettavi? Scrivi a <OfficeMailLink />.
  </P>
)
