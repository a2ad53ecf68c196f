import { createContext } from 'react'

/** The id of the request, which error pages show. Only on the server. */
export const RequestId = createContext<string | undefined>(undefined)
