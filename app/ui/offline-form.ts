import { useEffect, useState } from 'react'
import { type DataStrategyResult, data } from 'react-router'
import { errorToast, type Toast } from './toast'

type Outcomes = Record<string, DataStrategyResult>

const LOST = 'form-lost'
const SENTENCE =
  'Il modulo non è partito: controlla la connessione e invia di nuovo. Quello che hai scritto è ancora qui.'

/** The site did not answer, or not in a way that can be read: no fault of anybody's, and soon over. */
export class Unreached extends Error {}

/** Always the same, so that React sees that nothing has changed and does not render the page anew at every click. */
const NONE: Toast[] = []

const tell = (toasts: Toast[]) => dispatchEvent(new CustomEvent(LOST, { detail: toasts }))

/**
 * Of a form that could not be sent, or whose answer did not arrive, the router would show its error page in place of
 * everything typed. The page stays instead, and `useOfflineForm` tells. What posts elsewhere has nothing typed in it; of
 * that, and of a page that does not come, the error page learns that the site was not reached.
 */
export async function keepFormOffline(request: Request, next: () => Promise<Outcomes>): Promise<Outcomes> {
  const [reads, stays] = [request.method === 'GET', new URL(request.url).pathname === location.pathname]
  if (!reads || !stays) tell(NONE)
  const outcomes = await next()
  const kept = Object.entries(outcomes).map(([route, outcome]): [string, DataStrategyResult] => {
    if (!isLost(outcome)) return [route, outcome]
    if (reads || !stays) return [route, { type: 'error', result: new Unreached() }]
    tell([errorToast(SENTENCE)])
    // With this status nothing is read anew, which would fail as well.
    return [route, { type: 'data', result: data(undefined, { status: 503 }) }]
  })
  return Object.fromEntries(kept)
}

/** No answer came, or none that can be read; one that the server gave comes with its status. */
function isLost({ type, result }: DataStrategyResult): boolean {
  const { data: fault = result, init }: { data?: unknown; init?: ResponseInit | null } = Object(result)
  return type === 'error' && fault instanceof Error && init?.status === undefined
}

/** What there is to say of the form that was sent last, until another is sent or the page is left. */
export function useOfflineForm(): Toast[] {
  const [toasts, setToasts] = useState(NONE)
  useEffect(() => {
    const told = (event: Event) => setToasts((event as CustomEvent<Toast[]>).detail)
    addEventListener(LOST, told)
    return () => removeEventListener(LOST, told)
  }, [])
  return toasts
}
