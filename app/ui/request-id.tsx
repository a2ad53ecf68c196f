import { createContext } from 'react'

/** The number of the request that a page answers, known while the server renders: error pages show it. */
export const RequestId = createContext<string | undefined>(undefined)
