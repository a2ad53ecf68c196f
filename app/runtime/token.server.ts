import { hash, randomBytes } from 'node:crypto'

/** Makes the secret of a link: 32 characters of base64url. */
export const newToken = () => randomBytes(24).toString('base64url')

export const isToken = (text: string) => /^[\w-]{32}$/.test(text)

export const hashOf = (token: string) => hash('sha256', token, 'base64url')
