import { href } from 'react-router'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { refusedForm } from '../accounts/refused-form.server'
import { EMAIL_MAX } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { personOr404 } from '../people/person.queries.server'
import { ErrorSummary, type FormErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { QuestionDialog } from '../ui/overlays/question-dialog'
import type { Route } from './+types/person-deletion.screen'
import { deletePerson } from './commands.server'
import { deletionPreviewOf } from './deletion.queries.server'

const TITLE = 'Cancellare su richiesta scritta?'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const person = await personOr404(admin, params.person)
  const { outcome, ...counts } = await deletionPreviewOf(admin, person)
  return { person, ...counts, refusal: outcome.ok ? undefined : explainAccountRefusal(outcome) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const email = String((await readForm(request)).get('email') ?? '')
  return withErrorToast(
    'Impossibile cancellare l’account',
    async () => {
      const deleted = await deletePerson(admin, params.person, email)
      if (deleted.ok)
        return redirectWith(href('/admin/people'), {
          tone: 'success',
          title: 'Account cancellato',
          description: 'La persona riceve un’ultima email che lo conferma.',
        })
      return refusedForm(deleted, { email })
    },
    { email },
  )
}

export default function PersonDeletionScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  const { person, deletedEnrolments, keptEnrolments, cancelledPaidSeats, refusal } = loaderData
  const result: FormErrors & { email?: string } = actionData ?? {}
  return (
    <QuestionDialog
      title={TITLE}
      closeTo={href('/admin/people/:person', params)}
      stay="Tieni l’account"
      noValidate
      about={
        <>
          <ErrorSummary result={actionData} />
          <p>
            <b>{`${person.firstName} ${person.lastName}`}</b>, {person.email}
          </p>
        </>
      }
      refusal={refusal}
      busy="Cancellazione..."
      button="Cancella l’account"
    >
      <p>
        <b>Non si torna indietro.</b> È la stessa cancellazione che la persona può fare dalla Dashboard:
        subito, con un’email che lo conferma. Prima accertati che la richiesta scritta sia sua.
      </p>
      <p>
        Si cancellano il profilo, gli accessi, i documenti personali, i messaggi, le email, le richieste e i
        posti nei corsi non cominciati
        {deletedEnrolments > 0 && ` (${formatCount(deletedEnrolments, 'iscrizione', 'iscrizioni')})`}.{' '}
        {keptEnrolments > 0 &&
          `${formatCount(keptEnrolments, 'iscrizione resta', 'iscrizioni restano')} nei corsi già cominciati o pagati, a nome «Utente eliminato». `}
        Restano gli attestati e i pagamenti, con i dati di fatturazione. Il Log Attività conserva che cosa è
        stato fatto e da chi, senza nome e recapiti.
      </p>
      {cancelledPaidSeats > 0 && (
        <p>
          <b>
            {cancelledPaidSeats === 1
              ? 'Un posto pagato in un corso non cominciato viene disdetto'
              : `${cancelledPaidSeats} posti pagati in corsi non cominciati vengono disdetti`}
            : se spetta un rimborso, prima accordati con la persona, perché dopo non si sa più a chi farlo.
          </b>
        </p>
      )}
      <Field
        label="Email della persona, per conferma"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={EMAIL_MAX}
        required
        defaultValue={result.email}
        error={result.errors?.email}
      />
    </QuestionDialog>
  )
}
