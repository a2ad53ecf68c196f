import { href } from 'react-router'
import { z } from 'zod'
import { CurrentPasswordField } from '../accounts/current-password-field'
import { currentPassword } from '../accounts/fields'
import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { refusedForm } from '../accounts/refused-form.server'
import { memberFrom } from '../accounts/session/session.server'
import { invalidForm, readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { ErrorSummary, type FormErrors } from '../ui/forms/error-summary'
import { QuestionDialog } from '../ui/overlays/question-dialog'
import type { Route } from './+types/delete.screen'
import { deleteAccount } from './commands.server'
import { ownDeletionPreview } from './deletion.queries.server'
import { RETENTION } from './retention.rules'

const TITLE = 'Elimina il mio account'
const DeletionForm = z.object({ current: currentPassword })

export async function loader({ context }: Route.LoaderArgs) {
  const { outcome, ...counts } = await ownDeletionPreview(memberFrom(context))
  return { ...counts, refusal: outcome.ok ? undefined : explainAccountRefusal(outcome) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = DeletionForm.safeParse(Object.fromEntries(await readForm(request)))
  if (!typed.success) return invalidForm(typed.error)

  const erase = async () => {
    const deleted = await deleteAccount(memberFrom(context), typed.data.current)
    if (!deleted.ok) return refusedForm(deleted)
    return redirectWith(
      '/',
      {
        tone: 'success',
        title: 'Account eliminato',
        description: 'Ti abbiamo scritto un’ultima email per confermarlo.',
      },
      { headers: deleted.headers },
    )
  }
  return withErrorToast('Impossibile eliminare l’account', erase, { problem: undefined })
}

/** Passes on the `Retry-After` of a refusal after too many wrong passwords. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { keptEnrolments, deletedEnrolments, cancelledPaidSeats, refusal } = loaderData
  const result: FormErrors | undefined = actionData
  const about = (
    <div className="farewell">
      <p>
        Non si torna indietro. Se vuoi, prima <a href={href('/dashboard/dati.json')}>scarica i tuoi dati</a>.
      </p>
      <h3>Che cosa cancelliamo subito</h3>
      <ul>
        <li>il profilo, la password, gli accessi su ogni dispositivo e il loro elenco</li>
        <li>
          le richieste, e i posti nei corsi che non sono cominciati
          {deletedEnrolments > 0 &&
            ` (${deletedEnrolments === 1 ? 'un’iscrizione' : `${deletedEnrolments} iscrizioni`})`}
        </li>
        <li>i documenti che la segreteria ti ha dato, tranne gli attestati con un numero</li>
        <li>i messaggi che ci hai scritto dal tuo indirizzo e le email che il sito ti ha inviato</li>
      </ul>
      {cancelledPaidSeats > 0 && (
        <p>
          <b>
            {cancelledPaidSeats === 1
              ? 'Un posto pagato in un corso non cominciato: viene disdetto'
              : `${cancelledPaidSeats} posti pagati in corsi non cominciati: vengono disdetti`}
            ; se ti spetta un rimborso, chiedilo prima alla segreteria, perché dopo non sappiamo più a chi
            farlo.
          </b>
        </p>
      )}
      <h3>Che cosa resta, e perché</h3>
      <ul>
        <li>
          {keptEnrolments > 0
            ? `${formatCount(keptEnrolments, 'iscrizione', 'iscrizioni')} a corsi già cominciati o pagati, a nome «Utente eliminato»`
            : 'le iscrizioni a corsi già cominciati o pagati, se ne avessi'}
          : il corso conta ancora i suoi partecipanti, e i suoi registri restano, senza il tuo nome, per{' '}
          {RETENTION.registerYears} anni dalla sua fine
        </li>
        <li>
          gli attestati che ti abbiamo rilasciato, con il tuo nome, per {RETENTION.certificateYears} anni dal
          rilascio: chi li ha ricevuti da te può ancora verificarli
        </li>
        <li>
          i pagamenti ricevuti, con i dati di fatturazione, per {RETENTION.paymentYears} anni dal giorno in
          cui sono arrivati: servono alla contabilità
        </li>
        <li>le voci del Log Attività, senza nome e recapiti: provano che cosa è stato fatto e quando</li>
      </ul>
      <p className="quiet">Con la stessa email potrai registrarti di nuovo, da capo.</p>
    </div>
  )
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={ACCOUNT_PATH}
      stay="Tieni l’account"
      noValidate
      about={about}
      refusal={refusal}
      busy="Eliminazione..."
      button={TITLE}
    >
      <ErrorSummary result={result} />
      <CurrentPasswordField error={result?.errors?.current} />
    </QuestionDialog>
  )
}
