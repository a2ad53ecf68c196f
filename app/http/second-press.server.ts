import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { cookieName } from './cookies.server'
import { isPlainForm } from './form.server'
import type { Site } from './request-log.server'

/** For how long, in milliseconds, a page may be slow to come and its form be sent once more. */
const PATIENCE = 10_000
/** A page that the first answer led to is on its way; until it is there the old button can be pressed. In milliseconds. */
const ARRIVAL = 500
/** Nobody sends the same form twice so soon while so many others send theirs: beyond, each is answered for itself. */
const SENDERS = 1_000

/** What a browser sent last, what gives its answer again (null if that was a refusal, or none came), and where it led. */
type Sent = { form: string; answer: Promise<(() => Response) | null>; leadsTo?: string | null }

/**
 * A browser that is left to itself sends a form as often as its button is pressed, and shows the last answer alone.
 * So the second of two equal forms gets the answer of the first, and nothing is done twice: neither is a success told
 * as an error ('Iscrizione già presente'), nor is lost what is told once (recovery codes, the cookie of a session).
 * Scripts guard their buttons themselves.
 */
export function answerSecondPress() {
  const sentLast = new Map<string, Sent>()

  return async (c: Context<Site>, next: () => Promise<void>) => {
    const { raw: request } = c.req
    const { method, headers, url } = request
    // A bearer token names the caller: two callers of one address would share an answer.
    if (headers.has('Authorization') || !headers.get('Accept')?.includes('text/html')) return next()
    const sender = digest(c.get('requestContext').address, ...cookiesOf(headers))
    const forget = (sent?: Sent) => sentLast.get(sender) === sent && sentLast.delete(sender)
    if (method === 'GET') {
      // Whoever has been to a page since presses a new button.
      const left = sentLast.get(sender)
      if (left?.leadsTo === c.req.path) setTimeout(forget, ARRIVAL, left).unref()
      else forget(left)
    }
    if (!isPlainForm(request)) return next()
    const body = await request.text()
    const form = digest(url, body)

    const before = sentLast.get(sender)
    const again = before?.form === form && (await before.answer)
    if (again) return again()
    // Whoever presses twice leaves the first request; its work goes on, for its answer is still wanted.
    c.req.raw = new Request(url, { method, headers, body })
    if (sentLast.size >= SENDERS) return next()

    const done = next()
    const answer = done.then(() => (c.res.status < 400 ? copiesOf(c.res.clone()) : null)).catch(() => null)
    const sent: Sent = { form, answer }
    sentLast.set(sender, sent)
    answer.then(() => {
      sent.leadsTo = c.res.headers.get('Location')?.replace(/\?.*/, '')
      if (admits(headers, c.res.headers)) forget(sent)
      else setTimeout(forget, PATIENCE, sent).unref()
    })
    return done
  }
}

/** Without the one that brings a message: it comes and goes with the pages. */
function cookiesOf(headers: Headers): string[] {
  const cookies = headers.get('Cookie')?.split(/; */) ?? []
  return cookies.filter((cookie) => nameOf(cookie) !== cookieName('avviso'))
}

/**
 * Whether a session begins for whoever had nothing to lose by it. Such an answer is not kept: signed out again they would
 * be the same sender, and their next sign-in would bring back the session that has ended.
 */
function admits(asked: Headers, answered: Headers): boolean {
  const had = cookiesOf(asked).map(nameOf)
  const set = answered.getSetCookie().map(nameOf)
  return set.includes(cookieName('session')) && !set.some((name) => had.includes(name))
}

const nameOf = (cookie: string) => cookie.split('=', 1)[0] ?? ''

async function copiesOf(response: Response): Promise<() => Response> {
  const body = response.body && (await response.arrayBuffer())
  return () => new Response(body, response)
}

const digest = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64')
