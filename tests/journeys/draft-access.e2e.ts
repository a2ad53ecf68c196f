import type { Page } from '@playwright/test'
import { ADDRESSES } from '../documents'
import { type Door, outcome } from './doors'
import { aMember } from './people'
import { DEMO_ACCOUNTS, expect, signIn, test } from './site'

const DRAFT = 'gestione-dei-progetti-per-piccoli-gruppi-2'
const ABSENT: Door = { reads: ['404', '404', '404'], posts: ['405', '405'] }

/** Of a course that is a draft. */
const OF_DRAFT: Record<string, Door> = {
  '/corsi/:slug': { reads: ['404', '404', '200'], posts: ['405', '405'] },
  '/corsi/:slug/iscrizione': {
    reads: [`→ /corsi/${DRAFT}`, `→ /corsi/${DRAFT}`, `→ /corsi/${DRAFT}`],
    posts: ['→ /corsi', '→ /corsi'],
  },
  '/corsi/:slug/avvisami': { reads: ['404', '404', '404'], posts: ['404', '404'] },
  '/corsi/:slug/anteprima.png': ABSENT,
  '/corsi/:slug/calendario.ics': ABSENT,
  '/corsi/:slug/foto/:file': ABSENT,
  '/corsi/:slug/brochure': ABSENT,
}

test('the addresses of a draft are there for nobody but the office', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const ofCourse = ADDRESSES.filter((address) => address.includes(':slug'))
  expect(Object.keys(OF_DRAFT).toSorted(), 'every address has its row').toEqual(ofCourse.toSorted())
  const [stranger, member, other] = [await anotherBrowser(), await anotherBrowser(), await anotherBrowser()]
  for (const person of [member, other]) await aMember(person, mail)
  await signIn(page, DEMO_ACCOUNTS.admin)
  for (const [address, { reads, posts }] of Object.entries(OF_DRAFT)) {
    const path = address.replace(':slug', DRAFT)
    for (const at of [path, `${path}.data`]) {
      const asked = (method: 'GET' | 'POST', ...people: Page[]) =>
        Promise.all(people.map(({ request }) => outcome(request, method, at)))
      const got = [await asked('GET', stranger, member, page), await asked('POST', stranger, member)]
      expect.soft(got, at).toEqual([reads, posts])
      expect.soft(await asked('GET', other), `another member at ${at}`).toEqual([reads[1]])
    }
  }
})
