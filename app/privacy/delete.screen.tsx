import { data, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import { CurrentPasswordField } from '../accounts/current-password-field'
import { currentPassword } from '../accounts/fields'
import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { explainAccountRefusal, refusalInit } from '../accounts/refusals.rules'
import { memberFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { withErrorToast, withFlash } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { ErrorSummary, fieldErrors } from '../ui/forms/error-summary'
import { Form, Submit } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
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
  if (!typed.success) return data({ errors: fieldErrors(typed.error), problem: undefined }, { status: 400 })

  return withErrorToast(
    'Impossibile eliminare l’account',
    async () => {
      const deleted = await deleteAccount(memberFrom(context), typed.data.current)
      if (!deleted.ok) {
        const sentence = explainAccountRefusal(deleted)
        const errors = deleted.refusal === 'wrong-password' ? { current: sentence } : {}
        return data({ errors, problem: sentence }, refusalInit(deleted))
      }
      const toast = {
        tone: 'success',
        title: 'Account eliminato',
        description: 'Ti abbiamo scritto un’ultima email per confermarlo.',
      } as const
      return redirect('/', await withFlash(toast, { headers: deleted.headers }))
    },
    { errors: { current: undefined }, problem: undefined },
  )
}

/** Passes on the `Retry-After` of a refusal after too many wrong passwords. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { keptEnrolments, deletedEnrolments, cancelledPaidSeats, refusal } = loaderData
  const errors = actionData?.errors
  return (
    <Dialog title={TITLE} closeTo={ACCOUNT_PATH}>
      <PageHead title={TITLE} noindex error={actionData !== undefined} />
      <div className="farewell">
        <p>
          Non si torna indietro. Se vuoi, prima <a href={href('/dashboard/dati.json')}>scarica i tuoi dati</a>
          .
        </p>
        <h3>Che cosa cancelliamo subito</h3>
        <ul>
          <li>il profilo, la password, gli accessi su ogni dispositivo e il loro elenco</li>
          <li>
            le richieste, e i posti nei corsi che non sono cominciati
            {deletedEnrolments > 0 &&
              ` (${deletedEnrolments === 1 ? 'una iscrizione' : `${deletedEnrolments} iscrizioni`})`}
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
            gli attestati che ti abbiamo rilasciato, con il tuo nome, per {RETENTION.certificateYears} anni
            dal rilascio: chi li ha ricevuti da te può ancora verificarli
          </li>
          <li>
            i pagamenti ricevuti, con i dati di fatturazione, per {RETENTION.paymentYears} anni dal giorno in
            cui sono arrivati: servono alla contabilità
          </li>
          <li>le voci del Log Attività, senza nome e recapiti: provano che cosa è stato fatto e quando</li>
        </ul>
        <p className="quiet">Con la stessa email potrai registrarti di nuovo, da capo.</p>
      </div>
      {refusal ? (
        <p>
          <b>{refusal}</b>
        </p>
      ) : (
        <Form method="post" action={href('/dashboard/elimina')} className="form" noValidate>
          <ErrorSummary result={actionData} errors={errors} problem={actionData?.problem} />
          <CurrentPasswordField error={errors?.current} />
          <div className="actions">
            <Submit className="button button-main button-large" busy="Eliminazione...">
              {TITLE}
            </Submit>
            <Link className="button" to={ACCOUNT_PATH} preventScrollReset>
              Tieni l’account
            </Link>
          </div>
        </Form>
      )}
    </Dialog>
  )
}
