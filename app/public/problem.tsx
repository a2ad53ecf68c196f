import { type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { href, isRouteErrorResponse, Link } from 'react-router'
import { BrokenAqueduct } from '../ui/artwork/broken-aqueduct'
import { Form, SAVED_FIELD } from '../ui/forms/form'
import { SiteUnreachable } from '../ui/forms/offline-form'
import { PageHead } from '../ui/page-head'
import { RequestId } from '../ui/request-id'

/** What the page says, by status. */
const PROBLEMS: Record<number, { title: string; text: string }> = {
  400: { title: 'Richiesta non valida', text: 'Il modulo è arrivato incompleto: torna indietro e riprova.' },
  403: { title: 'Accesso negato', text: 'Non hai i permessi per accedere a questa sezione.' },
  404: { title: 'Oops! Page not found', text: 'La pagina che cerchi non c’è, o ha cambiato indirizzo.' },
  405: { title: 'Richiesta non valida', text: 'Questo indirizzo non accetta la richiesta inviata.' },
  410: { title: 'Questo corso non c’è più', text: 'Il corso è stato ritirato dal catalogo.' },
  413: {
    title: 'Il modulo è troppo grande',
    text: 'Torna indietro: ciò che hai scritto è ancora nella pagina. Se la tua sessione è finita, accedi in un’altra scheda e invialo di nuovo; altrimenti invia meno alla volta.',
  },
  429: { title: 'Troppe richieste', text: 'Aspetta qualche minuto e riprova.' },
}
const PREPARING = {
  title: 'Il sito è in preparazione',
  text: 'Stiamo finendo di scriverlo: torna a trovarci tra qualche giorno.',
}
const FAULT = {
  title: 'Qualcosa è andato storto',
  text: 'Il problema è nostro, non tuo: riprova tra poco. Se continua, scrivi alla segreteria',
}
const SITE_UNREACHABLE = {
  title: 'Non riesco a raggiungere il sito',
  text: 'Controlla la connessione, poi riprova.',
}

/** Whether an error says that the site is not open to the public yet (`site/preparing.server.ts`). */
export const isPreparingError = (error: unknown) =>
  isRouteErrorResponse(error) && Boolean(Object(error.data).preparing)

/**
 * The error page: what happened and where to go, without internals. `error.data.sentence` replaces the usual text. An
 * `error.data.saved` is a form that was refused: the page keeps it (`SavedForm`).
 */
export function Problem({ error }: { error: unknown }) {
  const requestId = useRequestId()
  // The error page may replace a page that was scrolled down.
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const { saved, sentence }: { saved?: unknown; sentence?: unknown } = Object(
    isRouteErrorResponse(error) && error.data,
  )
  if (typeof saved === 'string')
    return <SavedForm sealedForm={saved} hasSessionEnded={Object(error).status === 401} />
  const isUnreachable = error instanceof SiteUnreachable
  const isPreparing = isPreparingError(error)
  const knownProblem = isUnreachable
    ? SITE_UNREACHABLE
    : isPreparing
      ? PREPARING
      : isRouteErrorResponse(error)
        ? PROBLEMS[error.status]
        : undefined
  const { title, text } = knownProblem ?? {
    ...FAULT,
    text: `${FAULT.text}${requestId ? ' e indica il codice qui sotto' : ''}.`,
  }
  return (
    <ProblemPage title={title} text={typeof sentence === 'string' ? sentence : text}>
      {!knownProblem && requestId && (
        <p className="quiet">
          Codice:{' '}
          <span className="num" id={REQUEST_ID}>
            {requestId}
          </span>
        </p>
      )}
      <div className="actions">
        {isUnreachable && (
          <button
            className="button button-main button-large"
            type="button"
            onClick={() => window.location.reload()}
          >
            Riprova
          </button>
        )}
        {isPreparing ? (
          <Link className="button button-large" to={href('/auth')}>
            Accesso per la segreteria
          </Link>
        ) : (
          <>
            <Link
              className={isUnreachable ? 'button button-large' : 'button button-main button-large'}
              to={href('/')}
            >
              Torna alla home
            </Link>
            <Link className="button button-large" to={href('/corsi')}>
              Vedi i corsi
            </Link>
          </>
        )}
      </div>
    </ProblemPage>
  )
}

/** The layout of an error page. */
function ProblemPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="page problem">
      <PageHead title={title} noindex />
      <BrokenAqueduct />
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {children}
    </div>
  )
}

/** The id of the element with the id of the request. */
const REQUEST_ID = 'codice-richiesta'

/**
 * The id of the request that failed: from the server, and while the browser hydrates the page of the server, from that
 * page. Undefined on a page that only the browser has rendered.
 */
function useRequestId(): string | undefined {
  const ownId = useContext(RequestId)
  const isHydrating = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  )
  const [requestId] = useState(
    () => ownId ?? ((isHydrating && document.getElementById(REQUEST_ID)?.textContent) || undefined),
  )
  return requestId
}

/**
 * Keeps a refused form, for its owner to send after signing in (ADR 28). `sealedForm`: encrypted. If the
 * session has ended, the page leads to the sign-in by itself.
 */
function SavedForm({ sealedForm, hasSessionEnded }: { sealedForm: string; hasSessionEnded: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (hasSessionEnded) form.current?.submit()
  }, [hasSessionEnded])
  return (
    <ProblemPage
      title={
        hasSessionEnded ? 'Sessione non valida' : 'Il modulo era di un altro account e non è stato inviato'
      }
      text="Il modulo è conservato in questa pagina: accedi con l’account con cui lo hai scritto e potrai inviarlo."
    >
      <div className="actions">
        <Form ref={form} method="post" action={`${href('/auth')}?${SAVED_FIELD}`} reloadDocument>
          <input type="hidden" name={SAVED_FIELD} value={sealedForm} />
          <button className="button button-main button-large" type="submit">
            Accedi
          </button>
        </Form>
        {!hasSessionEnded && (
          <Link className="button button-quiet" to={href('/dashboard')}>
            Non inviarlo
          </Link>
        )}
      </div>
    </ProblemPage>
  )
}
