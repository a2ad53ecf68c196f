import { data, href, Link } from 'react-router'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { hasErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { Icon } from '../../ui/icon'
import { Toasts, toastsIn } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { TableHead } from '../../ui/tables/table-head'
import { errorToast } from '../../ui/toast'
import { ACCOUNT_PATH } from '../pages.rules'
import { explainAccountRefusal } from '../refusals.rules'
import {
  SIGN_IN_LOG_PERIOD,
  SIGN_IN_OUTCOME_LABELS,
  SIGN_INS_SHOWN,
  UNKNOWN_DEVICE,
} from '../sign-in-log/rules'
import type { Route } from './+types/sessions.screen'
import { endOtherSessions, endSession } from './commands.server'
import { sessionsOfMember, signInsOf } from './queries.server'
import { memberFrom } from './session.server'
import './sessions.css'

const HERE = href('/dashboard/accessi')

export async function loader({ context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const [openSessions, events] = await Promise.all([sessionsOfMember(member), signInsOf(member)])
  return { openSessions, events }
}

export async function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  const form = await readForm(request)
  return withErrorToast('Impossibile terminare gli accessi', async () => {
    switch (form.get('intent')) {
      case 'end': {
        // PostgreSQL refuses NUL characters in a text.
        const sessionId = String(form.get('session') ?? '').replaceAll('\0', '')
        const outcome = await endSession(member, sessionId)
        const title = 'Accesso terminato'
        return redirectWith(
          HERE,
          outcome.ok ? { tone: 'success', title } : errorToast(explainAccountRefusal(outcome)),
        )
      }
      case 'end-others':
        await endOtherSessions(member)
        return redirectWith(HERE, {
          tone: 'success',
          title: 'Hai terminato gli accessi su tutti gli altri dispositivi',
        })
      default:
        throw data(null, { status: 400 })
    }
  })
}

export default function Sessions({ loaderData: { openSessions, events }, actionData }: Route.ComponentProps) {
  return (
    <div className="page sign-ins">
      {actionData && <Toasts toasts={toastsIn(actionData)} />}
      <PageHead title="Accessi recenti" path={HERE} noindex error={hasErrors(actionData)} />
      <div className="sign-ins-head">
        <h1>Accessi recenti</h1>
        <Link className="link" to={ACCOUNT_PATH}>
          <Icon name="left" /> Account
        </Link>
      </div>
      <section aria-labelledby="aperti">
        <h2 id="aperti">Dispositivi collegati adesso</h2>
        <ul className="open-sessions">
          {openSessions.map((session) => (
            <OpenSession key={session.id} session={session} />
          ))}
        </ul>
        {openSessions.length > 1 && (
          <Form method="post" preventScrollReset>
            <Submit className="button" name="intent" value="end-others" busy="Un momento...">
              Esci da tutti gli altri dispositivi
            </Submit>
          </Form>
        )}
      </section>
      <section aria-labelledby="tentativi">
        <h2 id="tentativi">Gli ultimi accessi e tentativi</h2>
        <p className="quiet">
          Non ne riconosci uno? <Link to={href('/dashboard/password')}>Cambia la password</Link> e scollega
          gli altri dispositivi.
        </p>
        <SignInEvents events={events} />
        {events.length === SIGN_INS_SHOWN && (
          <p className="quiet">
            Qui ci sono gli ultimi {SIGN_INS_SHOWN}: tutti quelli degli ultimi {SIGN_IN_LOG_PERIOD.words} sono
            nella <Link to={`${ACCOUNT_PATH}#copia`}>copia dei tuoi dati</Link>.
          </p>
        )}
      </section>
    </div>
  )
}

type SessionRow = Awaited<ReturnType<typeof sessionsOfMember>>[number]
type EventRow = Awaited<ReturnType<typeof signInsOf>>[number]

const formatMoment = (at: Date) => formatDate(at, 'd MMMM yyyy, HH:mm')

function OpenSession({ session: { id, device, network, startedAt, isCurrent } }: { session: SessionRow }) {
  const name = device || UNKNOWN_DEVICE
  return (
    <li>
      <div>
        <b>{name}</b> {isCurrent && <span className="current-session">questo dispositivo</span>}
        <small>
          Accesso {withArticle('del', formatMoment(startedAt))}
          {network && `, rete ${network}`}
        </small>
      </div>
      {!isCurrent && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="end" />
          <Submit
            className="button"
            name="session"
            value={id}
            busy="Un momento..."
            aria-label={`Termina: ${name}, accesso ${withArticle('del', formatMoment(startedAt))}`}
          >
            Termina
          </Submit>
        </Form>
      )}
    </li>
  )
}

function SignInEvents({ events }: { events: EventRow[] }) {
  if (events.length === 0) return <p>Nessun accesso registrato negli ultimi {SIGN_IN_LOG_PERIOD.words}.</p>
  return (
    <table className="table stack">
      <TableHead columns={['Quando', 'Che cosa', 'Dispositivo', 'Rete']} />
      <tbody>
        {events.map(({ id, at, outcome, device, network, isCurrent }) => (
          <tr key={id}>
            <td className="num">{formatMoment(at)}</td>
            <td data-label="Che cosa">
              {SIGN_IN_OUTCOME_LABELS[outcome]}
              {isCurrent && <small>questo dispositivo</small>}
            </td>
            <td data-label="Dispositivo">{device || UNKNOWN_DEVICE}</td>
            <td data-label="Rete" className="num">
              {network || '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
