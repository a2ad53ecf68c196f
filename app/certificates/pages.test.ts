import { beforeEach, expect, test } from 'vitest'
import { aFinishedCourse, certificateRowsNow, issueAndDraw } from '../../tests/certificates'
import { settleDecisions } from '../../tests/decisions'
import { emptyFolder } from '../../tests/files'
import { readPdf } from '../../tests/pdf'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { markEnrolment } from '../enrolments/review/commands.server'
import { VERIFICATION_LIMIT } from '../http/rate-limits.rules'
import { revokeCertificate } from './commands.server'
import { certificatePage } from './rules'

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
})

async function aPaper() {
  const admin = await anAdmin()
  const { course, enrolments } = await aFinishedCourse(['ada'])
  await issueAndDraw(admin, course, enrolments)
  await settleDecisions()
  const [paper] = await certificateRowsNow()
  if (!paper) throw new Error('nothing was issued')
  return { admin, paper, site: await wholeSite() }
}

function verify(number: string, lastName: string) {
  const body = new URLSearchParams({ number, lastName })
  return aRequest('/verifica', '', { method: 'POST', body })
}

test('the page of a code is for everybody, is stored nowhere, and names whose a valid paper is', async () => {
  const { paper, site } = await aPaper()
  const page = await site(aRequest(certificatePage(paper.code), ''))
  expect(page.status).toBe(200)
  expect(page.headers.get('Cache-Control')).toBe('no-store')
  const facts = await (await site(aRequest(`${certificatePage(paper.code)}.data`, ''))).text()
  for (const word of ['Ada', 'Prova', paper.facts.number]) expect(facts).toContain(word)
  expect(facts).not.toContain('ada@example.it')
  expect((await site(aRequest(certificatePage(paper.code).toUpperCase(), ''))).status).toBe(200)
})

test('a revoked paper tells nobody whose it was, not even in the data of its page', async () => {
  const { admin, paper, site } = await aPaper()
  await revokeCertificate(admin, paper.id, 'Rilasciato per errore')
  const text = await (await site(aRequest(`${certificatePage(paper.code)}.data`, ''))).text()
  expect(text).toContain('Rilasciato per errore')
  expect(text).not.toContain('Prova')
})

test('number and last name find the paper; a wrong one is the same as none', async () => {
  const { paper, site } = await aPaper()
  const found = await site(verify(paper.facts.number, 'prova'))
  expect(found.status).toBe(200)
  for (const [number, name] of [
    [paper.facts.number, 'Altra'],
    ['1999/0001', 'Prova'],
  ] as const)
    expect((await site(verify(number, name))).status).toBe(404)
  for (const [number, name] of [
    ['', 'Prova'],
    ['un numero', 'Prova'],
    [paper.facts.number, ' '],
    ['x'.repeat(100_000), 'y'.repeat(100_000)],
  ] as const)
    expect((await site(verify(number, name))).status).toBe(400)
})

test('guessing ends after thirty attempts in an hour, by code and by number together', async () => {
  const { paper, site } = await aPaper()
  for (let attempt = 0; attempt < VERIFICATION_LIMIT.hits; attempt++)
    expect((await site(aRequest(certificatePage('0'.repeat(26)), ''))).status).toBe(404)
  const refused = await site(aRequest(certificatePage(paper.code), ''))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await site(verify(paper.facts.number, 'Prova'))).status).toBe(429)
})

test('a preview is drawn for the office alone, of the chosen people or of one, and nothing of it is stored', async () => {
  const { course, enrolments } = await aFinishedCourse(['ada', 'bice', 'carlo'])
  const path = `/admin/courses/${course.id}/attestati/prova.pdf`
  const site = await wholeSite()
  expect((await site(aRequest(path, ''))).headers.get('Location')).toContain('/auth')
  expect(
    (await site(aRequest(path, await cookieOf((await aPerson('ida')).email)))).headers.get('Location'),
  ).toBe('/')
  const office = await cookieOf((await aPerson('sara', 'secretary')).email)
  const pdfAt = async (address: string) =>
    readPdf(new Uint8Array(await (await site(aRequest(address, office))).arrayBuffer()))
  expect((await pdfAt(path)).title).toBe('Prova dell’attestato, Ada Prova')
  const two = await pdfAt(`${path}?a=${enrolments[2]}&a=${enrolments[1]}`)
  expect(two.tags.filter((tag) => tag.startsWith('H1'))).toEqual(['H1 Bice Prova', 'H1 Carlo Prova'])
  expect(await certificateRowsNow()).toEqual([])
  for (const unknown of [`${path}?a=${course.id}`, path.replace(course.id, 'nessuno')])
    expect((await site(aRequest(unknown, office))).status).toBe(404)
})

test('what is lacking is put right on the page: the office marks somebody Completato, who may then have one', async () => {
  const { course, enrolments } = await aFinishedCourse(['ada'])
  const [enrolment = ''] = enrolments
  await markEnrolment(await anAdmin(), enrolment, 'uncomplete')
  const site = await wholeSite()
  const office = await cookieOf((await aPerson('sara', 'secretary')).email)
  const path = `/admin/courses/${course.id}/attestati`
  const facts = async () => (await site(aRequest(`${path}.data`, office))).text()
  expect(await facts()).toContain('not-completed')
  const body = new URLSearchParams({ intent: 'complete', enrolment })
  const answer = await site(aRequest(path, office, { method: 'POST', body }))
  expect(answer.headers.get('Location')).toBe(path)
  expect(await facts()).not.toContain('not-completed')
})
