import { data, href, redirect } from 'react-router'
import { AUTH_PATHS } from '../accounts/pages.rules'
import { ADMIN_PASSWORD_MIN } from '../accounts/passwords/rules'
import { explainAccount } from '../accounts/refusals.rules'
import { mayDemote, mayPromote } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { signedOut } from '../accounts/session-cookie.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast, withFlash } from '../http/toasts.server'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/role.screen'
import { administratorsCount, personById } from './people.queries.server'
import { PersonQuestion } from './person-question'
import { demote, promote } from './roles.commands.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const person = await personById(admin, params.person)
  if (!person) throw data(null, { status: 404 })
  const isAdmin = person.role === 'admin'
  const decision = isAdmin ? mayDemote(person, await administratorsCount(admin)) : mayPromote(person)
  const refusal = decision.ok ? undefined : explainAccount(decision)
  return { person, isAdmin, isSelf: person.id === admin.id, refusal }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const page = href('/admin/people/:person', params)
  return withErrorToast('Si è verificato un errore', async () => {
    const intent = form.get('intent')
    if (intent !== 'promote' && intent !== 'demote') throw data(null, { status: 400 })
    const isPromotion = intent === 'promote'
    const decision = await (isPromotion ? promote : demote)(admin, params.person)
    if (!decision.ok) return redirectWith(page, errorToast(explainAccount(decision)))
    if (!isPromotion && params.person === admin.id) return steppedDown()
    const title = isPromotion ? 'Ora è amministratore' : 'Non è più amministratore'
    return redirectWith(page, { tone: 'success', title })
  })
}

async function steppedDown() {
  const toast: Toast = {
    tone: 'success',
    title: 'Non amministri più il sito',
    description: 'Accedi di nuovo per vedere la tua area personale.',
  }
  return redirect(AUTH_PATHS.signIn, await withFlash(toast, { headers: await signedOut() }))
}

export default function RoleScreen({ loaderData, params }: Route.ComponentProps) {
  const { person, isAdmin, isSelf, refusal } = loaderData
  const words = isAdmin
    ? { title: 'Togliere da amministratore?', intent: 'demote', button: 'Togli da amministratore' }
    : { title: 'Rendere amministratore?', intent: 'promote', button: 'Rendi amministratore' }
  return (
    <PersonQuestion
      person={person}
      refusal={refusal}
      {...words}
      action={href('/admin/people/:person/ruolo', params)}
    >
      {isAdmin ? <Demotion isSelf={isSelf} /> : <Promotion />}
    </PersonQuestion>
  )
}

function Promotion() {
  return (
    <p>
      Potrà gestire corsi, iscrizioni, documenti e persone. Riceve un’email e deve accedere di nuovo, con una
      password di almeno {ADMIN_PASSWORD_MIN} caratteri.
    </p>
  )
}

function Demotion({ isSelf }: { isSelf: boolean }) {
  if (isSelf)
    return (
      <p>
        <b>Sei tu.</b> Uscirai subito da tutti i dispositivi e non potrai più aprire questo pannello, finché
        un altro amministratore non ti restituisce il ruolo.
      </p>
    )
  return (
    <p>
      Non potrà più aprire questo pannello ed esce subito da tutti i dispositivi. Account e iscrizioni
      restano. Riceve un’email.
    </p>
  )
}
