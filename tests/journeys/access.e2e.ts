import type { APIRequestContext } from '@playwright/test'
import routes from '../../app/routes'
import { aMember } from './people'
import { DEMO_ACCOUNTS, expect, signIn, test } from './site'

type Route = { path?: string | undefined; index?: boolean | undefined; children?: Route[] | undefined }

/** Every address of the site, as the router knows them: a new one without a row below fails the test. */
function addresses(of: Route[], above = ''): string[] {
  return of.flatMap(({ path, index, children = [] }) => {
    const own = [above, path].filter(Boolean).join('/')
    return [...(path !== undefined || index ? [`/${own}`] : []), ...addresses(children, own)]
  })
}

const SHOWN = '200'
const NONE = '404'
const [HOME, AUTH, DASHBOARD, ADMIN, LOGIN] = ['→ /', '→ /auth', '→ /dashboard', '→ /admin', '→ /auth']

/** What asking for an address gives: [anonymous, member, administrator]. */
const everybody = [SHOWN, SHOWN, SHOWN]
const members = [AUTH, SHOWN, SHOWN]
const office = [HOME, HOME, SHOWN]
const EXPECTED: Record<string, string[]> = {
  '/': everybody,
}

/** Something that each address can be about: there, but of no one who asks. */
const EXAMPLES: Record<string, string> = {
  ':slug': 'marketing-strategico-e-vendite-4-0',
  ':course': 'marketing-strategico-e-vendite-4-0',
  ':document': '00000000-0000-4000-8000-000000000000',
  ':entry': '1',
  '*': 'non-esiste',
}
const example = (address: string) => address.replace(/:\w+|\*/g, (name) => EXAMPLES[name] ?? name)

/** The status of an answer, or where it leads; inside the application a redirect travels in a body. */
async function outcome(asker: APIRequestContext, address: string, method: 'GET' | 'POST', data = false) {
  const path = data ? (address === '/' ? '/_root.data' : `${address}.data`) : address
  const answer = await asker.fetch(path, { method, maxRedirects: 0, ...(method === 'POST' && { form: {} }) })
  const body = await answer.text()
  const inside = answer.status() === 202 ? body.match(/"redirect","([^"]+)"/)?.[1] : undefined
  const location = answer.headers().location ?? inside
  return location ? `→ ${new URL(location, 'http://x').pathname}` : String(answer.status())
}

test('each address answers each kind of person as it should', async ({ page, anotherBrowser, mail }) => {
  const [stranger, member] = [await anotherBrowser(), await anotherBrowser()]
  await aMember(member, mail)
  await signIn(page, DEMO_ACCOUNTS.admin)
  for (const address of addresses(routes as Route[])) {
    const row: string[] = []
    for (const method of ['GET', 'POST'] as const) for (const data of [false, true])
    for (const { request } of [stranger, member, page]) row.push(await outcome(request, example(address), method, data))
    console.log(address.padEnd(44), row.join(' | '))
  }
})
