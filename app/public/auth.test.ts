import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aCaller } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, decided, emptyDatabase, inDays, tableDown } from '../../tests/world'
import { intendedCourse } from '../accounts/intended-course.server'
import { db } from '../database/client.server'
import { courseSlugs, courses, userCourses } from '../database/schema'
import { createHttpApp } from '../http/http.server'
import { answerDeadline } from '../site/opening.server'

let http: ReturnType<typeof createHttpApp>
beforeAll(async () => {
  http = createHttpApp({ render: await wholeSite(await import('../entry.server')) })
})
beforeEach(emptyDatabase)

const TABS = ['/auth', '/auth?scheda=registrazione', '/auth/controlla-la-posta']

async function read(path: string, slug?: string) {
  const headers: Record<string, string> = slug
    ? { Cookie: (await intendedCourse.write(slug)).split(';')[0] ?? '' }
    : {}
  const response = await http.request(`http://localhost:3000${path}`, { headers }, aCaller('192.0.2.1'))
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ')
}

const STRIP = 'aria-label="Il corso scelto"'

test('the course one asks for stays in sight: title, date, place, price', async () => {
  await aCourse({ slug: 'logica', title: 'Logica & Retorica', price: 1250, location: 'Fermo, aula 2' }, [
    { startDate: '2999-01-23' },
  ])
  for (const path of TABS) {
    const html = await read(path, 'logica')
    expect(html).toContain(STRIP)
    expect(html).toMatch(/href="\/corsi\/logica"[^>]*>Logica &amp; Retorica</)
    expect(html).toContain('Dal 23 gennaio 2999 · Fermo · 1.250,00 €')
    expect(html).not.toContain('Al completo')
  }
})

test('the strip names the price that holds today', async () => {
  const { id } = await aCourse({ slug: 'logica', price: 490, priceEarlyBird: 390, earlyBirdUntil: inDays(3) })
  expect(await read('/auth?scheda=registrazione', 'logica')).toContain('· 390,00 €')
  await db
    .update(courses)
    .set({ earlyBirdUntil: inDays(-1) })
    .where(eq(courses.id, id))
  expect(await read('/auth?scheda=registrazione', 'logica')).toContain('· 490,00 €')
})

test('three steps say what follows, and when the office answers', async () => {
  await aCourse({ slug: 'logica' })
  const steps = async (path: string) =>
    [...(await read(path, 'logica')).matchAll(/<li( aria-current="step")?>(.*?)<\/li>/g)].map(
      ([, now, step = '']) => (now ? '→ ' : '') + step.replaceAll(/<[^>]*>/g, ' ').trim(),
    )
  const sentence = `La segreteria ti risponde entro ${answerDeadline(new Date())}, se la invii adesso`
  const sent = 'Invii la richiesta dalla tua area'
  expect(await steps('/auth?scheda=registrazione')).toEqual([
    '→ Crei l’account e confermi l’email  Due minuti, e non paghi nulla adesso',
    sent,
    sentence,
  ])
  expect(await steps('/auth')).toEqual(['→ Accedi', sent, sentence])
})

test('a full course says so, and who decides', async () => {
  const { id } = await aCourse({ slug: 'logica', maxPartecipanti: 1 })
  await db.insert(userCourses).values({ userId: (await aMember()).id, courseId: id, ...decided('approved') })
  const html = await read('/auth', 'logica')
  expect(html).toContain('Al completo')
  expect(html).toContain('La richiesta va in lista d’attesa.')
})

test('a course whose last seat is for somebody who waits is full', async () => {
  const { id } = await aCourse({ slug: 'logica', maxPartecipanti: 1 })
  const waiting = { status: 'pending', waitingSince: new Date() } as const
  await db.insert(userCourses).values({ userId: (await aMember()).id, courseId: id, ...waiting })
  const html = await read('/auth', 'logica')
  expect(html).toContain('Al completo')
  expect(html).not.toContain('Ultimo posto')
  expect(html).toContain('La richiesta va in lista d’attesa.')
})

test('a renamed course is found, one without date or price says so', async () => {
  const { id } = await aCourse({ slug: 'dopo', location: null, price: null })
  await db.insert(courseSlugs).values({ slug: 'prima', courseId: id })
  expect(await read('/auth', 'prima')).toContain('Data da definire · Prezzo da definire')
})

test('a course that takes no requests is not shown, nor one that does not exist', async () => {
  await aCourse({ slug: 'in-arrivo', comingSoon: true })
  await aCourse({ slug: 'concluso' }, [{ startDate: inDays(-1) }])
  await aCourse({ slug: 'archiviato', archivedAt: new Date() })
  for (const slug of ['in-arrivo', 'concluso', 'archiviato', 'nessuno', 'NO/../', undefined])
    for (const path of TABS.slice(0, 2)) {
      const html = await read(path, slug)
      expect(html).not.toContain(STRIP)
      expect(html).not.toContain('La segreteria ti risponde')
      expect(html).toMatch(/Accedi al tuo account|Crea il tuo account/)
    }
})

test('a course that cannot be read keeps nobody from signing in', async () => {
  await aCourse({ slug: 'logica' })
  await tableDown('courses')
  const html = await read('/auth', 'logica')
  expect(html).not.toContain(STRIP)
  expect(html).toContain('Accedi al tuo account')
})
