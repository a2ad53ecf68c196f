import type { APIRequestContext } from '@playwright/test'
import routes from '../../app/routes'
import { aMember } from './people'
import { DEMO_ACCOUNTS, expect, signIn, test } from './site'

type Route = { path?: string | undefined; index?: boolean | undefined; children?: Route[] | undefined }

/** Every address of the site, as the router knows them. */
function addresses(of: Route[], above = ''): string[] {
  return of.flatMap(({ path, index, children = [] }) => {
    const own = [above, path].filter(Boolean).join('/')
    return [...(path !== undefined || index ? [`/${own}`] : []), ...addresses(children, own)]
  })
}

const COURSE = 'marketing-strategico-e-vendite-4-0'
/** Something for each address to be about. */
const EXAMPLES: Record<string, string> = {
  ':slug': COURSE,
  ':course': COURSE,
  ':document': '00000000-0000-4000-8000-000000000000',
  ':entry': '1',
  '*': 'non-esiste',
}

/** For whom an address is: what [a stranger, a member] gets who reads it, and who posts to it. */
const EVERYBODY = { reads: ['200', '200'], posts: ['405', '405'] }
const NOBODY = { reads: ['404', '404'], posts: ['405', '405'] }
const NEWCOMERS = { reads: ['200', '→ /dashboard'], posts: ['400', '→ /dashboard'] }
const LINKS = { reads: ['200', '200'], posts: ['400', '400'] }
const MEMBERS = { reads: ['→ /auth', '200'], posts: ['→ /auth', '400'] }
const OFFICE = { reads: ['→ /', '→ /'], posts: ['→ /auth', '→ /'] }
/** The log’s own data and every export are refused to programs, too (decisions §1). */
const LOG = { ...OFFICE, data: ['403', '403'] }
const EXPORT = { reads: ['403', '403'], posts: ['403', '403'] }

const DOORS: Record<string, { reads: string[]; posts: string[]; data?: string[] }> = {
  '/': EVERYBODY,
  '/corsi': EVERYBODY,
  '/corsi/:slug': EVERYBODY,
  '/corsi/:slug/iscrizione': {
    reads: [`→ /corsi/${COURSE}`, `→ /corsi/${COURSE}`],
    posts: ['→ /auth', `→ /corsi/${COURSE}`],
  },
  '/corsi/:slug/brochure': EVERYBODY,
  '/documenti/:document': NOBODY,
  '/contatti': EVERYBODY,
  '/chi-siamo': EVERYBODY,
  '/privacy-policy': EVERYBODY,
  '/cookie-policy': EVERYBODY,
  '/auth': NEWCOMERS,
  '/auth/conferma': LINKS,
  '/auth/recupera': LINKS,
  '/auth/nuova-password': LINKS,
  '/sessione': { reads: ['401', '200'], posts: ['401', '200'] },
  '/*': { reads: ['404', '404'], posts: ['404', '404'] },
  '/dashboard': MEMBERS,
  '/dashboard/profilo': MEMBERS,
  '/dashboard/password': MEMBERS,
  '/ripresa': { reads: ['→ /auth', '→ /dashboard'], posts: ['→ /auth', '→ /dashboard'] },
  '/admin': OFFICE,
  '/admin/courses/:course': OFFICE,
  '/admin/courses/:course/elimina': OFFICE,
  '/admin/courses/:course/iscritti': OFFICE,
  '/admin/courses/:course/pdf': OFFICE,
  '/admin/courses/:course/ripristina': OFFICE,
  '/admin/courses/:course/duplica': OFFICE,
  '/admin/courses/:course/iscritti.csv': EXPORT,
  '/admin/courses.csv': EXPORT,
  '/admin/iscrivi': OFFICE,
  '/admin/iscrivi/suggerimenti': OFFICE,
  '/admin/documents': OFFICE,
  '/admin/documents/:document': OFFICE,
  '/admin/documents/:document/elimina': OFFICE,
  '/admin/audit': LOG,
  '/admin/audit/:entry': LOG,
  '/admin/audit.csv': EXPORT,
  '/admin/people': OFFICE,
  '/admin/people/suggerimenti': OFFICE,
  '/admin/mail': OFFICE,
  // Last, because it signs out.
  '/logout': { reads: ['→ /', '→ /'], posts: ['→ /', '→ /'] },
}

/** The status of an answer, or where it leads; inside the application a redirect travels in a body. */
async function outcome(asker: APIRequestContext, method: 'GET' | 'POST', address: string) {
  const form = method === 'POST' ? { form: {} } : {}
  const answer = await asker.fetch(address, { method, maxRedirects: 0, ...form })
  const inside =
    answer.status() === 202 ? (await answer.text()).match(/"redirect","([^"]+)"/)?.[1] : undefined
  const location = answer.headers().location ?? inside
  return location ? `→ ${new URL(location, 'http://site').pathname}` : String(answer.status())
}

test('each address answers each kind of person as it should, inside the application too', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  test.setTimeout(120_000)
  expect(addresses(routes as Route[]).toSorted(), 'every address has its row').toEqual(
    Object.keys(DOORS).toSorted(),
  )
  const [stranger, member] = [await anotherBrowser(), await anotherBrowser()]
  await aMember(member, mail)
  await signIn(page, DEMO_ACCOUNTS.admin)

  for (const [address, { reads, posts, data = reads }] of Object.entries(DOORS)) {
    const path = address.replace(/:\w+|\*/g, (name) => EXAMPLES[name] ?? name)
    const inside = path === '/' ? '/_.data' : `${path}.data`
    for (const [who, { request }] of [stranger, member].entries()) {
      const got = [
        await outcome(request, 'GET', path),
        await outcome(request, 'GET', inside),
        await outcome(request, 'POST', path),
      ]
      expect
        .soft(got, `${['a stranger', 'a member'][who]} at ${address}`)
        .toEqual([reads[who], data[who], posts[who]])
    }
    const admitted = await outcome(page.request, 'GET', path)
    if (path.startsWith('/admin'))
      expect.soft(['→ /', '→ /auth', '403', '500'], `an administrator at ${address}`).not.toContain(admitted)
  }
})
