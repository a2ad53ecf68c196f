import { data, href, redirect, useOutlet } from 'react-router'
import { AUTH_PATHS } from '../accounts/pages.rules'
import { type AccountOutcome, explainAccount } from '../accounts/refusals.rules'
import { type Admin, mayDemote, mayEndSessions, mayPromote } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { signedOut } from '../accounts/session-cookie.server'
import { readForm } from '../http/form.server'
import { loadSections, redirectWith, withErrorToast, withFlash } from '../http/toasts.server'
import { TextFilter } from '../ui/forms/text-filter'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { Steps } from '../ui/tables/steps'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/people.screen'
import { administratorsCount, enrolmentsOfPerson, peoplePage, personById } from './people.queries.server'
import { EnrolmentsDialog } from './people-enrolments'
import { addressOf, listFrom, type PeopleList } from './people-list'
import { PeopleTable } from './people-table'
import { PersonDialog, type PersonStep } from './person-dialog'
import { demote, promote } from './roles.commands.server'
import { endSessionsOf } from './sessions.commands.server'
import './people.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const list = listFrom(url.searchParams)
  const { loadSection, respond } = loadSections()
  const nothing = { people: [], back: undefined, onward: undefined, administrators: 0, enrolments: [] }
  const found = await loadSection('Impossibile caricare i dati', read(admin, list), {
    ...nothing,
    person: undefined,
  })
  return respond({ list, me: admin.id, ...found })
}

async function read(admin: Admin, list: PeopleList) {
  const role = list.ruolo || undefined
  const page = await peoplePage(admin, { text: list.q, role }, { after: list.dopo, before: list.prima })
  const administrators = await administratorsCount(admin)
  const person = list.persona ? await personById(admin, list.persona) : undefined
  const enrolments = person && list.apri === 'iscrizioni' ? await enrolmentsOfPerson(admin, person.id) : []
  return { ...page, administrators, person, enrolments }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const id = String(form.get('person') ?? '')
  const back = addressOf({ ...listFrom(url.searchParams), apri: '', persona: '' })
  return withErrorToast('Si è verificato un errore', async () => {
    switch (form.get('intent')) {
      case 'promote':
        return redirectAfter(back, await promote(admin, id), 'Ora è amministratore')
      case 'demote': {
        const decision = await demote(admin, id)
        if (decision.ok && id === admin.id) return steppedDown()
        return redirectAfter(back, decision, 'Non è più amministratore')
      }
      case 'end-sessions':
        return redirectAfter(back, await endSessionsOf(admin, id), 'Dispositivi scollegati')
      default:
        throw data(null, { status: 400 })
    }
  })
}

function redirectAfter(back: string, decision: AccountOutcome, title: string) {
  return redirectWith(back, decision.ok ? { tone: 'success', title } : errorToast(explainAccount(decision)))
}

async function steppedDown() {
  const toast: Toast = {
    tone: 'success',
    title: 'Non amministri più il sito',
    description: 'Accedi di nuovo per vedere la tua area personale.',
  }
  return redirect(AUTH_PATHS.signIn, await withFlash(toast, { headers: await signedOut() }))
}

const ROLES_SHOWN = { '': 'Tutti', admin: 'Amministratori', member: 'Corsisti' }

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { list, me, people, back, onward, administrators, person, enrolments, toasts } = loaderData
  const below = { ...list, apri: '', persona: '' } as const
  const dialog = useOutlet() ?? (person && dialogOver())
  return (
    <section className="admin-row" aria-labelledby="persone">
      {actionData && <Toasts toasts={actionData.toasts} />}
      {dialog ?? <PageHead title="Persone" path={href('/admin/people')} noindex />}
      <div className="admin-head">
        <h2 id="persone">Persone</h2>
      </div>
      <TextFilter
        action={href('/admin/people')}
        text={{ value: list.q, placeholder: 'Nome, email o azienda' }}
        choice={{ name: 'ruolo', label: 'Ruolo', value: list.ruolo, options: ROLES_SHOWN }}
        reset={list.q !== '' || list.ruolo !== ''}
      />
      {people.length === 0 && toasts.length === 0 && <p className="quiet">Nessuna persona trovata.</p>}
      {people.length > 0 && <PeopleTable {...{ people, me, administrators }} list={below} />}
      <Steps
        label="Pagine delle persone"
        back={{ label: 'Precedenti', to: back && addressOf({ ...below, dopo: '', prima: back }) }}
        onward={{ label: 'Successive', to: onward && addressOf({ ...below, prima: '', dopo: onward }) }}
      />
    </section>
  )

  function dialogOver() {
    if (!person) return null
    const closeTo = addressOf(below)
    const asked = (step: PersonStep, decision: AccountOutcome) => {
      const refusal = decision.ok ? undefined : explainAccount(decision)
      return <PersonDialog {...{ person, step, refusal, closeTo }} self={person.id === me} />
    }
    switch (list.apri) {
      case 'iscrizioni':
        return <EnrolmentsDialog {...{ person, enrolments, closeTo }} />
      case 'promuovi':
        return asked('promote', mayPromote(person))
      case 'togli':
        return asked('demote', mayDemote(person, administrators))
      case 'accessi':
        return asked('end-sessions', mayEndSessions({ id: me }, person))
      default:
        return null
    }
  }
}
