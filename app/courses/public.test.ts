import { getTableColumns } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aRequest } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase } from '../../tests/world'
import { intendedCourse } from '../accounts/intended-course.server'
import { courses } from '../database/schema'
import addresses from '../routes'
import { toFacts } from './public.server'
import { courseByAnySlug, PUBLIC_FACTS } from './queries.server'

/** Values of columns that are held back, each found if it leaks. */
const SECRETS = {
  lessonsUrl: 'https://lezioni.example.it/riservate',
  afterApproval: 'IBAN di lezioni.example.it',
  cancelReason: null,
  duration: 'durata-riservata',
  motivi: ['motivo-riservato'],
  minParticipants: 7,
}
const HELD_BACK = [...Object.keys(getTableColumns(courses)), 'peopleEnrolled'].filter(
  (name) => !PUBLIC_FACTS.some((fact) => fact === name),
)

beforeEach(emptyDatabase)

type Address = { path?: string | undefined; index?: boolean | undefined; file?: string; children?: Address[] }

/** The paths of all screens beneath these addresses. */
function screensOf(routes: readonly Address[], above = ''): string[] {
  return routes.flatMap(({ path = '', file = '', children = [] }) => {
    const whole = [above, path].filter(Boolean).join('/')
    return [...(file.endsWith('.screen.tsx') ? [whole] : []), ...screensOf(children, whole)]
  })
}

/** The manual of the functions describes fields, and shows no course. */
const isLeftOut = (path: string) => /^(dashboard|admin|functions)(\/|$)/.test(path)

test('no public address carries what a course page holds back', async () => {
  const site = await wholeSite()
  const sessions = [
    {
      startDate: '2999-01-01',
      topic: 'Argomento noto',
      place: 'Luogo noto',
      link: 'https://lezioni.example.it/riservata',
    },
  ]
  await aCourse({ ...SECRETS, slug: 'uno', theme: 'leadership' }, sessions)
  const { id, seriesId } = await aCourse({ ...SECRETS, slug: 'due', theme: 'leadership' }, sessions)
  await aCourse({ ...SECRETS, slug: 'tre', seriesId }, sessions)
  await aCourse({ ...SECRETS, slug: 'arriva', comingSoon: true })
  expect(id).toBeTruthy()

  const screens = screensOf(addresses as readonly Address[]).filter((path) => !isLeftOut(path))
  const queries: Record<string, string[]> = {
    corsi: ['', '?q=corso', '?tema=leadership', '?q=niente'],
    confronta: ['?corsi=uno,due,arriva'],
    contatti: ['', '?corso=uno'],
    'corsi/:slug': [''],
    'corsi/:slug/avvisami': ['', '?inviata'],
  }
  expect(screens).toEqual(expect.arrayContaining(Object.keys(queries)))
  const cookie = (await intendedCourse.write('uno')).split(';')[0]
  for (const screen of screens) {
    for (const slug of screen.includes(':slug') ? ['uno', 'due', 'arriva'] : ['']) {
      const path = screen.replace(':slug', slug).replaceAll(/:\w+/g, 'a'.repeat(32)).replace('*', 'altrove')
      for (const query of queries[screen] ?? ['']) {
        const address = `/${path || '_'}.data${query}`
        const response = await site(aRequest(address, cookie))
        const text = await response.text()
        expect(response.status, address).toBeLessThan(500)
        for (const name of HELD_BACK) expect(text, `${name} at ${address}`).not.toContain(`"${name}"`)
        for (const secret of ['lezioni.example.it', '-riservat']) expect(text, address).not.toContain(secret)
      }
    }
  }
  const calendar = await (await site(aRequest('/corsi/uno/calendario.ics'))).text()
  expect(calendar).toContain('BEGIN:VEVENT')
  for (const fact of ['Argomento noto', 'Luogo noto']) {
    expect(calendar).toContain(fact)
    expect(await (await site(aRequest('/corsi/uno.data'))).text()).toContain(fact)
  }
  expect(calendar).not.toContain('lezioni.example.it')
})

test('a column is held back until it is named', async () => {
  await aCourse({ ...SECRETS, slug: 'uno' })
  const course = await courseByAnySlug('uno')
  if (!course) throw new Error('no course')
  expect(Object.keys(toFacts(course)).toSorted()).toEqual([...PUBLIC_FACTS].toSorted())
  expect(JSON.stringify(toFacts({ ...course, invented: 'riservato' } as typeof course))).not.toContain(
    'riservat',
  )
})
