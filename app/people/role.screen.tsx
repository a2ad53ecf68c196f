import { data, href, redirect } from 'react-router'
import { AUTH_PATHS, personPage } from '../accounts/pages.rules'
import { STAFF_PASSWORD_MIN } from '../accounts/passwords/rules'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { mayGiveRole, ROLE_LABELS, ROLES, type Role } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { signOutHeaders } from '../accounts/session-cookie.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast, withFlash } from '../http/toasts.server'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/role.screen'
import { administratorsCount } from './people.queries.server'
import { personOr404 } from './person.queries.server'
import { PersonQuestion } from './person-question'
import { changeRole } from './roles.commands.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const person = await personOr404(admin, params.person)
  const administrators = await administratorsCount(admin)
  const outcomes = ROLES.filter((role) => role !== person.role).map((role) =>
    mayGiveRole(person, role, administrators),
  )
  const refused = outcomes.find((outcome) => !outcome.ok)
  return { person, isSelf: person.id === admin.id, refusal: refused && explainAccountRefusal(refused) }
}

/** The title of the toast about a person who has got a role. */
const ROLE_CHANGED_TITLES: Record<Role, string> = {
  member: 'Non ha più accesso al pannello',
  secretary: 'Ora lavora in segreteria',
  admin: 'Ora è amministratore',
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const typed = (await readForm(request)).get('role')
  const role = ROLES.find((known) => known === typed)
  if (!role) throw data(null, { status: 400 })
  const page = personPage(params.person)
  const answer = async () => {
    const changed = await changeRole(admin, params.person, role)
    if (!changed.ok) return redirectWith(page, errorToast(explainAccountRefusal(changed)))
    if (params.person === admin.id) return signOutFormerAdmin()
    return redirectWith(page, { tone: 'success', title: ROLE_CHANGED_TITLES[role] })
  }
  return withErrorToast('Si è verificato un errore', answer, { role })
}

/** Signs the administrator out who has given up their own role. */
async function signOutFormerAdmin() {
  const toast: Toast = {
    tone: 'success',
    title: 'Non amministri più il sito',
    description: 'Accedi di nuovo per continuare.',
  }
  return redirect(AUTH_PATHS.signIn, await withFlash(toast, { headers: await signOutHeaders() }))
}

/** What each role may do. */
const ROLE_RIGHTS: Record<Role, string> = {
  member: 'vede soltanto la propria area personale.',
  secretary: 'gestisce richieste, corsi, iscrizioni, documenti, contatti e messaggi.',
  admin: 'fa tutto quello che fa la segreteria, e in più cambia ruoli, legge il log e cancella account.',
}

export default function RoleScreen({ loaderData, actionData, params }: Route.ComponentProps) {
  const { person, isSelf, refusal } = loaderData
  const chosenRole = actionData?.role ?? person.role
  return (
    <PersonQuestion
      person={person}
      refusal={refusal}
      title="Cambiare il ruolo?"
      button="Cambia ruolo"
      action={href('/admin/people/:person/ruolo', params)}
    >
      <fieldset className="field">
        <legend>Ruolo</legend>
        {ROLES.map((role) => (
          <label key={role} className="check">
            <input type="radio" name="role" value={role} defaultChecked={role === chosenRole} />
            <span>
              <b>{ROLE_LABELS[role]}</b>: {ROLE_RIGHTS[role]}
            </span>
          </label>
        ))}
      </fieldset>
      {isSelf ? (
        <p>
          <b>Sei tu.</b> Uscirai subito da tutti i dispositivi e perderai quello che possono fare soltanto gli
          amministratori, finché un altro non ti restituisce il ruolo.
        </p>
      ) : (
        <p>
          Esce subito da tutti i dispositivi e riceve un’email. Chi apre il pannello accede con una password
          di almeno {STAFF_PASSWORD_MIN} caratteri. Account e iscrizioni restano.
        </p>
      )}
    </PersonQuestion>
  )
}
