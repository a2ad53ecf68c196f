import { useContext, useEffect } from 'react'
import { isRouteErrorResponse, Link } from 'react-router'
import { BrokenAqueduct } from '../ui/artwork/broken-aqueduct'
import { Unreached } from '../ui/offline-form'
import { PageHead } from '../ui/page-head'
import { RequestId } from '../ui/request-id'

const PROBLEMS: Record<number, { title: string; text: string }> = {
  400: { title: 'Richiesta non valida', text: 'Il modulo è arrivato incompleto: torna indietro e riprova.' },
  403: { title: 'Accesso negato', text: 'Non hai i permessi per accedere a questa sezione.' },
  404: { title: 'Oops! Page not found', text: 'La pagina che cerchi non c’è, o ha cambiato indirizzo.' },
  405: { title: 'Richiesta non valida', text: 'Questo indirizzo non accetta la richiesta inviata.' },
  410: { title: 'Questo corso non c’è più', text: 'Il corso è stato ritirato dal catalogo.' },
  429: { title: 'Troppe richieste', text: 'Aspetta qualche minuto e riprova.' },
}
const FAULT = {
  title: 'Qualcosa è andato storto',
  text: 'Il problema è nostro, non tuo: riprova tra poco. Se continua, scrivi alla segreteria',
}
const UNREACHED = {
  title: 'Non riesco a raggiungere il sito',
  text: 'Controlla la connessione, poi riprova.',
}

/** The page for what could not be shown: says what happened and where to go, never how it happened inside. */
export function Problem({ error }: { error: unknown }) {
  const requestId = useContext(RequestId)
  // It may take the place of a page that was scrolled down.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const unreached = error instanceof Unreached
  const known = unreached ? UNREACHED : isRouteErrorResponse(error) ? PROBLEMS[error.status] : undefined
  const { title, text } = known ?? {
    ...FAULT,
    text: `${FAULT.text}${requestId ? ' e indica il codice qui sotto' : ''}.`,
  }
  return (
    <div className="page problem">
      <PageHead title={title} noindex />
      <BrokenAqueduct />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {!known && requestId && (
        <p className="quiet">
          Codice: <span className="num">{requestId}</span>
        </p>
      )}
      <div className="actions">
        {unreached && (
          <button className="button button-main" type="button" onClick={() => window.location.reload()}>
            Riprova
          </button>
        )}
        <Link className={unreached ? 'button button-large' : 'button button-main'} to="/">
          Torna alla home
        </Link>
        <Link className="button button-large" to="/corsi">
          Vedi i corsi
        </Link>
      </div>
    </div>
  )
}
