import { href, Link } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { personOr404 } from '../people/person.queries.server'
import { Icon } from '../ui/icon'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/person-copy.screen'

const TITLE = 'Dare la copia dei dati?'

export async function loader({ params, context }: Route.LoaderArgs) {
  const person = await personOr404(adminFrom(context), params.person)
  return { person }
}

export default function PersonCopyScreen({ loaderData: { person }, params }: Route.ComponentProps) {
  const page = href('/admin/people/:person', params)
  return (
    <Dialog title={TITLE} closeTo={page}>
      <PageHead title={TITLE} noindex />
      <div className="form">
        <p>
          <b>{`${person.firstName} ${person.lastName}`}</b>, {person.email}
        </p>
        <p>
          Per chi chiede per iscritto i propri dati e non può scaricarli dalla Dashboard. È lo stesso file: un
          JSON con profilo, iscrizioni, messaggi, email e voci del log, anche la nota per i colleghi.
        </p>
        <p>
          Prima accertati che la richiesta sia sua. Il Log Attività scrive chi ha scaricato il file, e di chi.
        </p>
        <div className="actions">
          <a className="button button-main" href={href('/admin/people/:person/dati.json', params)}>
            <Icon name="down" /> Scarica i dati
          </a>
          <Link className="button" to={page} preventScrollReset>
            Chiudi
          </Link>
        </div>
      </div>
    </Dialog>
  )
}
