import { createCookie } from 'react-router'
import { COOKIES } from '../content/cookies'
import { env } from './env.server'
import { secretFor } from './secret.server'

const isSecure = () => env.publicOrigin.startsWith('https:')

/** `__Host-` binds a cookie to this very host; browsers grant the prefix on https only. */
export const cookieName = (name: keyof typeof COOKIES) => (isSecure() ? `__Host-${name}` : name)

/**
 * A cookie that no script can read and nobody can forge. Its value is signed, not hidden: the person may read it.
 * The cookie policy names it and tells how long it lasts.
 */
export function signedCookie<Value>(name: Exclude<keyof typeof COOKIES, 'session'>) {
  const cookie = async () =>
    createCookie(cookieName(name), {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: isSecure(),
      // One key for each name: the value of one cookie is no value of another.
      secrets: [await secretFor(`cookie ${name}`)],
      maxAge: COOKIES[name].seconds,
    })
  return {
    /** The value that came with the request; null when there is none or its signature is wrong. */
    read: async (request: Request): Promise<Value | null> =>
      (await (await cookie()).parse(request.headers.get('Cookie'))) || null,
    /** A `Set-Cookie` header. */
    write: async (value: Value): Promise<string> => (await cookie()).serialize(value),
    /** A `Set-Cookie` header that takes the cookie away. */
    clear: async (): Promise<string> => (await cookie()).serialize('', { maxAge: 0 }),
  }
}
