import { createContext } from 'react'

/** For error pages, on the server only. */
export const RequestId = createContext<string | undefined>(undefined)
