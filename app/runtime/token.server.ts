import { hash, randomBytes } from 'node:crypto'

/** Makes the secret of a link: 32 characters of base64url. */
export const newToken = () => randomBytes(24).toString('base64url')

/** Whether a text has the form of `newToken`. */
export const isToken = (text: string) => /^[\w-]{32}$/.test(text)

/** The hash under which the secret of a link is stored. */
export const hashOf = (token: string) => hash('sha256', token, 'base64url')
