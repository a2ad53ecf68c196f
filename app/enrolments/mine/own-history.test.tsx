import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { aFullCourse, enrolmentOfPerson } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import type { Member } from '../../accounts/rules'
import { enrolPerson } from '../direct/enrol.commands.server'
import { moveEnrolment } from '../leave/office.commands.server'
import { requestEnrolment } from '../request/commands.server'
import { approveRequest } from '../review/commands.server'
import { putOnList } from '../waiting-list/office.commands.server'
import { OwnHistory } from './own-history'
import type { PastPostponement } from './postponement.queries.server'
import { enrolmentsOf } from './queries.server'

beforeEach(emptyDatabase)

async function deedsOf(
  member: Member,
  course: { id: string },
  postponements: PastPostponement[] = [],
): Promise<string[]> {
  const [enrolment] = await enrolmentsOf(member, { courseId: course.id })
  if (!enrolment) throw new Error('The person has no enrolment')
  const page = renderToStaticMarkup(<OwnHistory enrolment={enrolment} postponements={postponements} />)
  return [...page.matchAll(/<dd>(.*?)<\/dd>/g)].map(([, what]) => what ?? '')
}

test('who was enrolled by the office reads no request of theirs', async () => {
  const [office, ada, free, full] = [
    await anAdmin(),
    await aMember('ada'),
    await aCourse(),
    await aFullCourse(),
  ]
  expect(await enrolPerson(office, ada.email, [free.id])).toMatchObject({ ok: true })
  expect(await deedsOf(ada, free)).toEqual(['Iscrizione fatta dalla segreteria'])
  expect(await putOnList(office, ada.email, full.id)).toMatchObject({ ok: true })
  expect(await deedsOf(ada, full)).toEqual(['Messa in lista dalla segreteria'])
})

test('who was enrolled by the office and moved later reads no request of theirs', async () => {
  const [office, ada, first, second] = [
    await anAdmin(),
    await aMember('ada'),
    await aCourse(),
    await aCourse(),
  ]
  expect(await enrolPerson(office, ada.email, [first.id])).toMatchObject({ ok: true })
  const enrolled = await enrolmentOfPerson(ada, first)
  expect(await moveEnrolment(office, enrolled?.id ?? '', second.id)).toMatchObject({ ok: true })
  expect(await deedsOf(ada, second)).toEqual(['Iscrizione approvata', 'Iscrizione fatta dalla segreteria'])
})

test('who asked reads the request, the list and the approval', async () => {
  const [office, ada, free, full] = [
    await anAdmin(),
    await aMember('ada'),
    await aCourse(),
    await aFullCourse(),
  ]
  await requestEnrolment(ada, free.id)
  await approveRequest(office, (await enrolmentOfPerson(ada, free))?.id ?? '')
  expect(await deedsOf(ada, free)).toEqual(['Iscrizione approvata', 'Richiesta inviata'])
  await requestEnrolment(ada, full.id)
  expect(await deedsOf(ada, full)).toEqual(['In lista d’attesa', 'Richiesta inviata'])
})

test('new dates name both first days, unless only later lessons have moved', async () => {
  const [ada, course] = [await aMember('ada'), await aCourse()]
  await requestEnrolment(ada, course.id)
  const answer = { stays: null, answeredAt: null }
  const postponed = (minutes: number, to: string) => ({
    decidedAt: new Date(Date.now() + minutes * 60_000),
    from: '2027-01-09',
    to,
    ...answer,
  })
  expect(await deedsOf(ada, course, [postponed(1, '2027-01-09'), postponed(2, '2027-05-13')])).toEqual([
    'Corso rinviato: inizio 13 maggio 2027, prima 9 gennaio 2027',
    'Date del corso cambiate',
    'Richiesta inviata',
  ])
})
