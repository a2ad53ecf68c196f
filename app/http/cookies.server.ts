import { createCookie } from 'react-router'
import { COOKIES } from '../content/cookies'
import { env } from '../runtime/env.server'
import { secretFor } from '../runtime/secret.server'

const isSecure = () => env.publicOrigin.startsWith('https:')

/** `__Host-` binds a cookie to this very host; browsers grant the prefix on https only. */
export const cookieName = (name: keyof typeof COOKIES) => (isSecure() ? `__Host-${name}` : name)

/** Valid until that moment, in milliseconds since 1970, whether or not the browser has forgotten it by then. */
type Kept<Value> = { value: Value; until: number }

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
      // One key for each name, and for what `Kept` is: the value of one cookie is no value of another, nor of another
      // version of the site that serves beside this one.
      secrets: [await secretFor(`cookie until ${name}`)],
      maxAge: COOKIES[name].seconds,
    })
  return {
    /** The value that came with the request; null when there is none, its signature is wrong or its time is over. */
    async read(request: Request): Promise<Value | null> {
      const header = request.headers.get('Cookie')
      if (header === null) return null
      const kept: Kept<Value> | null = await (await cookie()).parse(header)
      return kept && kept.until > Date.now() ? kept.value : null
    },
    /** A `Set-Cookie` header. */
    async write(value: Value): Promise<string> {
      const kept: Kept<Value> = { value, until: Date.now() + COOKIES[name].seconds * 1000 }
      return (await cookie()).serialize(kept)
    },
    /** A `Set-Cookie` header that takes the cookie away. */
    clear: async (): Promise<string> => (await cookie()).serialize('', { maxAge: 0 }),
  }
}
