import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { dues, userCourses } from '../../database/schema'
import { creditorReference } from '../../enrolments/dues/reference.rules'
import { cancelEnrolment } from '../../enrolments/leave/office.commands.server'
import { writeDay } from '../../italian/dates'
import { causaleField, LINE_FIELD, writeLineField } from './form.rules'

beforeEach(emptyDatabase)

const ROW = '15/03/2027;ROSSI GIULIA;9,00\r\n'

test('as many pasted rows are read as a file may have, and only a few are shown again', async () => {
  const site = await wholeSite(await import('../../entry.server'))
  const cookie = await cookieOf((await aPerson('anna', 'admin')).email)
  const page = async (rows: string, file?: File) => {
    const body = new FormData()
    body.set('text', rows)
    if (file) body.set('file', file)
    const response = await site(aRequest('/admin/pagamenti/estratto', cookie, { method: 'POST', body }))
    return { status: response.status, html: await response.text() }
  }
  const few = await page('a;b\r\n')
  expect(few.status).toBe(400)
  expect(few.html).toMatch(/<textarea[^>]*>a;b/)
  for (const content of ['x'.repeat(2 * 1024 * 1024 + 1), '%PDF-1.7']) {
    const refused = await page('a;b', new File([content], 'estratto.csv'))
    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(/<textarea[^>]*>a;b/)
  }
  const many = await page(`Nome;Causale;Importo\r\n${ROW.repeat(3_000)}`)
  expect(many.status).toBe(400)
  expect(many.html).toContain('Non trovo la riga dei titoli')
  expect(many.html).not.toContain('ROSSI GIULIA')
  expect((await page(`Data;Causale;Importo\r\n${ROW.repeat(3_000)}`)).status).toBe(200)
  const tooMany = await page('x'.repeat(2 * 1024 * 1024 + 1))
  expect(tooMany.status).toBe(400)
  expect(tooMany.html).toContain('al massimo 2 MB')
})

/** An enrolment that owes so much, with its causale. */
async function anOwing(name: string, amount: number) {
  const { id: userId } = await aMember(name)
  const { id: courseId } = await aCourse({ title: `Corso di ${name}`, price: amount })
  const [enrolment] = await db
    .insert(userCourses)
    .values({ userId, courseId, ...decided('approved') })
    .returning()
  const { id = '', reference = 0 } = enrolment ?? {}
  if (amount > 0) await db.insert(dues).values({ enrolmentId: id, number: 1, dueOn: inDays(9), amount })
  return { id, causale: creditorReference(reference) }
}

async function postStatement(body: FormData | URLSearchParams) {
  const site = await wholeSite(await import('../../entry.server'))
  const cookie = await cookieOf((await aPerson('dora', 'admin')).email)
  const response = await site(aRequest('/admin/pagamenti/estratto', cookie, { method: 'POST', body }))
  return (await response.text()).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ')
}

test('a proposed enrolment that owes nothing is not called free', async () => {
  const [ada, bea] = [await anOwing('ada', 980), await anOwing('bea', 0)]
  const pasted = new FormData()
  pasted.set('text', `Data;Causale;Importo\r\n${writeDay(inDays(-1))};${ada.causale} ${bea.causale};9,00\r\n`)
  const html = await postStatement(pasted)
  expect(html).toContain('Ada Prova, Corso di ada, 980 €')
  expect(html).toContain('Bea Prova, Corso di bea, nulla da pagare')
  expect(html).not.toContain('Gratuito')
})

test('the causale of an ended enrolment leads to the page of the person', async () => {
  const ada = await anOwing('ada', 980)
  await cancelEnrolment(await anAdmin(), ada.id, 'Chiuso')
  const line = { line: 2, day: inDays(-1), cents: 900, text: 'X', bankReference: null, ordinal: 1 }
  const chosen = { [LINE_FIELD]: writeLineField(line), [causaleField(2)]: ada.causale }
  const html = await postStatement(new URLSearchParams(chosen))
  expect(html).toContain(
    'Nessuna iscrizione in corso ha questa causale: se è finita, registra l’incasso dalla pagina della persona',
  )
})
