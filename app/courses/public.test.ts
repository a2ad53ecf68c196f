import { beforeEach, expect, test } from 'vitest'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase } from '../../tests/world'

const LESSONS = 'https://lezioni.example.it/riservate'

beforeEach(emptyDatabase)

test('no public address tells where the lessons are', async () => {
  const site = await wholeSite()
  await aCourse({ slug: 'uno', lessonsUrl: LESSONS, afterApproval: 'Vedi lezioni.example.it' }, [
    { startDate: '2999-01-01' },
  ])
  for (const path of [
    '_.data',
    'corsi.data?q=corso',
    'corsi/uno.data',
    'confronta.data?corsi=uno',
    'corsi/uno/calendario.ics',
    'contatti.data',
  ]) {
    const answer = await site(new Request(`http://localhost:3000/${path}`))
    expect(answer.status, path).toBe(200)
    expect(await answer.text(), path).not.toContain('lezioni.example.it')
  }
})
