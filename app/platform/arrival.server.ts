import { createContext } from 'react-router'

/** What the server knows of a request before the application sees it; `server.ts` puts it in the context. */
export type Arrival = {
  /** The caller's address: of the socket, or as a trusted proxy tells it. */
  address: string
  /** For this response's Content-Security-Policy. */
  nonce: string
  /** Values that stand in this answer alone, the nonce among them: each with what makes another of the same length. */
  own: Map<string, () => string>
  /** Stands in the log and on the error page. */
  requestId: string
  /** When it came, in milliseconds of `performance.now()`. */
  arrivedAt: number
  /** Set when the answer failed because the database is away. */
  outage?: boolean
}

export const arrivalContext = createContext<Arrival>()
