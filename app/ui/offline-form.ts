import { useEffect, useState } from 'react'
import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'
import { errorToast, type Toast } from './toast'

type Outcomes = Record<string, DataStrategyResult>

const LOST = 'form-lost'
const SENTENCE =
  'Il modulo non è partito: controlla la connessione e invia di nuovo. Quello che hai scritto è ancora qui.'

const TOO_LARGE =
  'La tua sessione è finita e il modulo è troppo grande per conservarlo durante l’accesso. Quello che hai scritto è ancora qui: accedi in un’altra scheda, poi invia di nuovo.'

/** The site did not answer, or not in a way that can be read. */
export class Unreached extends Error {}

/** One identity, so that React does not render again. */
const NONE: Toast[] = []

const tell = (toasts: Toast[]) => dispatchEvent(new CustomEvent(LOST, { detail: toasts }))

/**
 * Keeps the page and its form, and tells (`useOfflineForm`), where the router would replace them by an error page: when
 * no answer comes, or the form is too large to be saved. A form posted elsewhere holds nothing typed.
 */
export async function keepFormOffline(request: Request, next: () => Promise<Outcomes>): Promise<Outcomes> {
  const [reads, stays] = [request.method === 'GET', new URL(request.url).pathname === location.pathname]
  if (!reads || !stays) tell(NONE)
  const outcomes = await next()
  const kept = Object.entries(outcomes).map(([route, outcome]): [string, DataStrategyResult] => {
    const tooLarge = isTooLarge(outcome)
    if (!tooLarge && !isLost(outcome)) return [route, outcome]
    if (reads || !stays) return [route, tooLarge ? outcome : { type: 'error', result: new Unreached() }]
    tell([errorToast(tooLarge ? TOO_LARGE : SENTENCE)])
    // With this status the router does not load the page again.
    return [route, { type: 'data', result: data(undefined, { status: 503 }) }]
  })
  return Object.fromEntries(kept)
}

function isTooLarge({ result }: DataStrategyResult): boolean {
  return isRouteErrorResponse(result) && result.data?.tooLarge === true
}

/** No answer came, or none that can be read; one that the server gave has a status. */
function isLost({ type, result }: DataStrategyResult): boolean {
  const { data: fault = result, init }: { data?: unknown; init?: ResponseInit | null } = Object(result)
  return type === 'error' && fault instanceof Error && init?.status === undefined
}

/** The toasts about the form that was sent last, until another is sent or the page changes. */
export function useOfflineForm(): Toast[] {
  const [toasts, setToasts] = useState(NONE)
  useEffect(() => {
    const listen = (event: Event) => setToasts((event as CustomEvent<Toast[]>).detail)
    addEventListener(LOST, listen)
    return () => removeEventListener(LOST, listen)
  }, [])
  return toasts
}
