import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { emptyDatabase } from '../../../tests/world'

beforeEach(emptyDatabase)

const ROW = '15/03/2027;ROSSI GIULIA;9,00\r\n'

test('as many pasted rows are read as a file may have, and only a few are shown again', async () => {
  const site = await wholeSite(await import('../../entry.server'))
  const cookie = await cookieOf((await aPerson('anna', 'admin')).email)
  const page = async (rows: string) => {
    const body = new FormData()
    body.set('text', rows)
    const response = await site(aRequest('/admin/pagamenti/estratto', cookie, { method: 'POST', body }))
    return { status: response.status, html: await response.text() }
  }
  const few = await page('a;b\r\n')
  expect(few.status).toBe(400)
  expect(few.html).toMatch(/<textarea[^>]*>a;b/)
  const many = await page(`Nome;Causale;Importo\r\n${ROW.repeat(3_000)}`)
  expect(many.status).toBe(400)
  expect(many.html).toContain('Non trovo la riga dei titoli')
  expect(many.html).not.toContain('ROSSI GIULIA')
  expect((await page(`Data;Causale;Importo\r\n${ROW.repeat(3_000)}`)).status).toBe(200)
  const tooMany = await page('x'.repeat(2 * 1024 * 1024 + 1))
  expect(tooMany.status).toBe(400)
  expect(tooMany.html).toContain('al massimo 2 MB')
})
