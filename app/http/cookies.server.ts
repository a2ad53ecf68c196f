import { createCookie } from 'react-router'
import { COOKIES } from '../content/cookies'
import { keyFor } from '../database/secret.server'
import { env } from '../runtime/env.server'

const isSecure = () => env.publicOrigin.startsWith('https:')

/** `__Host-` binds a cookie to this very host; browsers grant the prefix on https only. */
export const cookieName = (name: keyof typeof COOKIES) => (isSecure() ? `__Host-${name}` : name)

/** The content of a cookie. `until`: when it expires, in epoch milliseconds. */
type Content<Value> = { value: Value; until: number }

/** An HttpOnly cookie with a signed, readable value. The cookie policy lists its name and duration. */
export function signedCookie<Value>(name: Exclude<keyof typeof COOKIES, 'session'>) {
  const createSigned = async () =>
    createCookie(cookieName(name), {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: isSecure(),
      // Each cookie has its own key, so that its value is valid in no other cookie. The words 'cookie until' stand for
      // the format of `Content`: another format needs other words.
      secrets: [await keyFor(`cookie until ${name}`)],
      maxAge: COOKIES[name].seconds,
    })
  return {
    /** Returns the value; null without the cookie, with a wrong signature, or after it has expired. */
    async read(request: Request): Promise<Value | null> {
      const header = request.headers.get('Cookie')
      if (header === null) return null
      const content: Content<Value> | null = await (await createSigned()).parse(header)
      return content && content.until > Date.now() ? content.value : null
    },
    /** Returns a `Set-Cookie` header. */
    async write(value: Value): Promise<string> {
      const content: Content<Value> = { value, until: Date.now() + COOKIES[name].seconds * 1000 }
      return (await createSigned()).serialize(content)
    },
    clear: async (): Promise<string> => (await createSigned()).serialize('', { maxAge: 0 }),
  }
}
