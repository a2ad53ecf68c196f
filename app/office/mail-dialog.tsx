import { href } from 'react-router'
import { formatDate } from '../italian/dates'
import type { ListedEmail } from '../mail/outbox.server'
import { MAIL_STATES } from '../mail/states.rules'
import { Dialog } from '../ui/overlays/dialog'

/**
 * Shows an e-mail as its addressee receives it, below its addressee, date and state; or why its text is not shown:
 * `mayReadText` is false, or with `isReadable` false it contains a link for the addressee alone.
 */
export function MailDialog({
  email: { id, subject, to, isReadable, state, createdAt, lastError },
  mayReadText,
  closeTo,
}: {
  email: ListedEmail & { isReadable: boolean }
  mayReadText: boolean
  closeTo: string
}) {
  return (
    <Dialog title={subject} closeTo={closeTo} wide>
      <p className="quiet">
        A {to.name ? `${to.name} (${to.address})` : to.address}, {formatDate(createdAt, 'd MMMM yyyy, HH:mm')}
        , {MAIL_STATES[state]}
        {lastError && `: ${lastError}`}
      </p>
      {!(mayReadText && isReadable) ? (
        <p>
          {mayReadText
            ? 'Il testo non si mostra: contiene un link che vale solo per chi riceve l’email.'
            : 'Il testo lo legge soltanto un amministratore.'}
        </p>
      ) : (
        <>
          <iframe
            className="mail-received"
            src={href('/admin/mail/:email', { email: String(id) })}
            title="L’email come arriva"
            sandbox=""
          />
          <p>
            <a
              className="link"
              href={href('/admin/mail/:email', { email: String(id) })}
              target="_blank"
              rel="noopener"
            >
              Aprila a tutta pagina
              <span className="visually-hidden"> (si apre in una nuova scheda)</span>
            </a>
          </p>
        </>
      )}
    </Dialog>
  )
}
