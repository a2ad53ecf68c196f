import type { ReactNode } from 'react'
import { ActionButton, CopyLink, EmailLayout, OfficeMailLink, P, TextLink } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { siteSettings } from '../site/settings'
import { looksLikeLink } from './names.rules'
import { STAFF_PASSWORD_MIN } from './passwords/rules'
import { isStaffRole, LINK_LIFETIMES, type Role, UNCONFIRMED_DAYS } from './rules'

type Addressee = { firstName: string; email: string }

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

/** The link is valid for 24 hours. */
export function confirmAddressEmail({ url, ...to }: Addressee & { url: string }): Email {
  return accountEmail(to, 'confirm-address', letterSubject('confirm-address'), {
    preview: 'Manca solo un passo per attivare il tuo account.',
    children: (
      <>
        <OpeningParagraph letter="confirm-address" />
        <ActionButton href={url}>Conferma l’account</ActionButton>
        <P quiet>
          Il link vale {LINK_LIFETIMES.confirm.words}. Se la registrazione non è opera tua, ignora questo
          messaggio: senza conferma l’account non si attiva.
        </P>
        <CopyLink href={url} />
      </>
    ),
  })
}

/** To a person whom the office entered. The link is valid for 24 hours. */
export function invitation({
  url,
  recoverUrl,
  privacyUrl,
  ...to
}: Addressee & { url: string; recoverUrl: string; privacyUrl: string }): Email {
  return accountEmail(to, 'invitation', letterSubject('invitation'), {
    preview: 'Scegli una password: vedrai corsi, date e documenti.',
    children: (
      <>
        <OpeningParagraph letter="invitation" />
        <ActionButton href={url}>Scegli la password</ActionButton>
        <P>
          Il link vale {LINK_LIFETIMES.invitation.words} e si usa una volta sola. Se è scaduto,{' '}
          <TextLink href={recoverUrl}>chiedine un altro</TextLink> con questo indirizzo.
        </P>
        <P quiet>
          Non sei d’accordo, o non sei tu? Scrivi a <OfficeMailLink /> e cancelliamo i tuoi dati. Un account
          che nessuno attiva si cancella da solo dopo {UNCONFIRMED_DAYS} giorni, se non è iscritto a un corso.
          Come li trattiamo: <TextLink href={privacyUrl}>Privacy Policy</TextLink>.
        </P>
        <CopyLink href={url} />
      </>
    ),
  })
}

export function passwordRecovery({ url, ...to }: Addressee & { url: string }): Email {
  return accountEmail(to, 'recover-password', letterSubject('recover-password'), {
    preview: 'Scegli una nuova password per il tuo account.',
    children: (
      <>
        <OpeningParagraph letter="recover-password" />
        <ActionButton href={url}>Reimposta la password</ActionButton>
        <P quiet>
          Il link vale {LINK_LIFETIMES.reset.words} e si usa una volta sola. Se la richiesta non è opera tua,
          ignora questo messaggio: la tua password resta quella di sempre.
        </P>
        <CopyLink href={url} />
      </>
    ),
  })
}

/** Sent instead of `confirmAddressEmail` to an address that is confirmed already. */
export function alreadyRegistered({
  signInUrl,
  recoverUrl,
  ...to
}: Addressee & { signInUrl: string; recoverUrl: string }): Email {
  return accountEmail(to, 'already-registered', letterSubject('already-registered'), {
    preview: 'Con questo indirizzo puoi già accedere.',
    children: (
      <>
        <OpeningParagraph letter="already-registered" />
        <ActionButton href={signInUrl}>Accedi</ActionButton>
        <P>
          Non la ricordi? <TextLink href={recoverUrl}>Reimposta la password</TextLink>
        </P>
        <P quiet>Se la registrazione non è opera tua, non devi fare nulla: il tuo account non è cambiato.</P>
      </>
    ),
  })
}

export function passwordChanged({ recoverUrl, ...to }: Addressee & { recoverUrl: string }): Email {
  return accountEmail(to, 'password-changed', 'La tua password è cambiata', {
    preview: 'Se non l’hai cambiata tu, scegline subito un’altra.',
    children: (
      <>
        <P>la password del tuo account è stata cambiata. Se l’hai fatto tu, non serve altro.</P>
        <P>Se non l’hai cambiata tu, scegline subito un’altra e avvisaci.</P>
        <ActionButton href={recoverUrl}>Reimposta la password</ActionButton>
        <P quiet>
          Per avvisarci scrivi a <OfficeMailLink /> o chiama il numero {siteSettings().company.phone}.
        </P>
      </>
    ),
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

export function newDeviceUsed({
  device,
  recoverUrl,
  ...to
}: Addressee & { device: string; recoverUrl: string }): Email {
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
export function sessionsEnded({ recoverUrl, ...to }: Addressee & { recoverUrl: string }): Email {
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
export function roleChanged({
  role,
  signInUrl,
  recoverUrl,
  ...to
}: Addressee & { role: Role; signInUrl: string; recoverUrl: string }): Email {
  if (!isStaffRole(role)) return noLongerStaff({ ...to, signInUrl })
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

function noLongerStaff({ signInUrl, ...to }: Addressee & { signInUrl: string }): Email {
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

const Unexpected = () => (
  <P quiet>
    Non te lo aspettavi? Scrivi a <OfficeMailLink />.
  </P>
)
