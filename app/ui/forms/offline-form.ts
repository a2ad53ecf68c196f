import { useEffect, useState } from 'react'
import { type DataStrategyResult, isRouteErrorResponse, useLocation, useNavigate } from 'react-router'
import { errorToast, type Toast } from '../toast'

declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, { module: string }> }
  }
}

type Outcomes = Record<string, DataStrategyResult>

/**
 * The event of the window about the form that was sent last. `detail`: the toasts to show, empty once another form is
 * sent or another page opens.
 */
const LOST_EVENT = 'form-lost'
const FORM_LOST =
  'Il modulo non è partito: controlla la connessione e invia di nuovo. Quello che hai scritto è ancora qui.'

/** The sentence for a form without typed text, such as a button: such a form posts to another page. */
const BUTTON_LOST = 'La richiesta non è partita: controlla la connessione e riprova.'

const TOO_LARGE =
  'La tua sessione è finita e il modulo è troppo grande per conservarlo durante l’accesso: accedi in un’altra scheda, poi invia di nuovo. Qui resta tutto com’è.'

/** The error if the site did not answer, or its answer cannot be read. */
export class SiteUnreachable extends Error {}

/** Always the same array, so that React does not render again. */
const NO_TOASTS: Toast[] = []

const showToasts = (toasts: Toast[]) => dispatchEvent(new CustomEvent(LOST_EVENT, { detail: toasts }))

/**
 * Client middleware. If a form gets no answer, or is too large to be saved, it keeps the page with the form
 * (`useKeptPage`) and shows a toast (`useOfflineForm`), where the router would show an error page. If a page gets no
 * answer, the error becomes a `SiteUnreachable`.
 */
export async function keepFormOffline(request: Request, next: () => Promise<Outcomes>): Promise<Outcomes> {
  const [isRead, isOwnPage] = [request.method === 'GET', new URL(request.url).pathname === location.pathname]
  if (!isRead || !isOwnPage) showToasts(NO_TOASTS)
  const outcomes = await next()
  // Another navigation has taken the place of this one.
  if (request.signal.aborted) return outcomes
  const outcomeEntries = Object.entries(outcomes).map(([route, outcome]): [string, DataStrategyResult] => {
    const tooLarge = isTooLarge(outcome)
    if (!tooLarge && !isLost(outcome)) return [route, outcome]
    if (!isRead) showToasts([errorToast(tooLarge ? TOO_LARGE : isOwnPage ? FORM_LOST : BUTTON_LOST)])
    return [route, tooLarge ? outcome : { type: 'error', result: new SiteUnreachable() }]
  })
  return Object.fromEntries(outcomeEntries)
}

function isTooLarge({ result }: DataStrategyResult): boolean {
  return isRouteErrorResponse(result) && result.data?.tooLarge === true
}

/** Whether no readable answer came. An error that the server has sent has a status. */
function isLost({ type, result }: DataStrategyResult): boolean {
  const { data: fault = result, init }: { data?: unknown; init?: ResponseInit | null } = Object(result)
  return type === 'error' && fault instanceof Error && init?.status === undefined
}

/** Ends the navigation of a form that was not sent at the page where it began, without loading the page again. */
export function useKeptPage() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onFormLost((toasts) => {
        const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
        if (toasts.length > 0) navigate({ pathname, search }, options)
      }),
    [navigate, pathname, search],
  )
}

/** Calls `listener` with the toasts of each `LOST_EVENT`. Returns a function that ends this. */
function onFormLost(listener: (toasts: Toast[]) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<Toast[]>).detail)
  addEventListener(LOST_EVENT, listen)
  return () => removeEventListener(LOST_EVENT, listen)
}

/** Preloads the module of a route that forms post to. If the router cannot load it later, it would reload the page. */
export function usePreloadedModule(route: string) {
  useEffect(() => {
    const module = window.__reactRouterManifest?.routes[route]?.module
    if (module) import(/* @vite-ignore */ module).catch(() => {})
  }, [route])
}

/** The toasts about the form that was sent last, until another is sent or the page changes. */
export function useOfflineForm(): Toast[] {
  const [toasts, setToasts] = useState(NO_TOASTS)
  useEffect(() => onFormLost(setToasts), [])
  return toasts
}
