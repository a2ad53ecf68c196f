/** E-mails to whoever comes in tell the day, the hour and the place of the next session. */
import { beforeEach, expect, test } from 'vitest'
import { aVisitor, emailsTo } from '../../../tests/people'
import { aFullCourse, enrolmentOfPerson, freeSeat, tokenFor, waitFor } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../../tests/world'
import { type Member, SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { formatDate } from '../../italian/dates'
import { enrolPerson } from '../direct/enrol.commands.server'
import { moveEnrolment } from '../leave/office.commands.server'
import { requestEnrolment } from '../request/commands.server'
import { approveRequest } from '../review/commands.server'
import { answerByLink } from '../waiting-list/answer.commands.server'
import { offerSeats } from '../waiting-list/offers.commands.server'

beforeEach(emptyDatabase)

const HOURS = { startTime: '09:30', endTime: '13:00' }
const day = (days: number) => formatDate(inDays(days), 'EEEE d MMMM yyyy')
const textTo = async ({ email }: Member) => (await emailsTo(email))[0]?.text.replace(/\s+/g, ' ')
const idOf = async (member: Member, course: { id: string }) =>
  (await enrolmentOfPerson(member, course))?.id ?? ''

test('an approval, a direct enrolment and a move', async () => {
  const [ada, bea, office] = [await aMember('ada'), await aMember('bea'), await anAdmin()]
  const course = await aCourse({ location: 'Fermo' }, [{ startDate: inDays(4), ...HOURS }])
  await requestEnrolment(ada, course.id)
  await approveRequest(office, await idOf(ada, course))
  await enrolPerson(office, bea.email, [course.id])
  for (const member of [ada, bea]) {
    const text = await textTo(member)
    expect(text).toContain(`Inizio: ${day(4)}, 9:30–13:00`)
    expect(text).toContain('Dove: Via dell’Esempio 2, Fermo')
  }
  const other = await aCourse({ location: 'Villa Vitali' }, [{ startDate: inDays(8), startTime: '18:00' }])
  await moveEnrolment(office, await idOf(ada, course), other.id)
  expect(await textTo(ada)).toContain(`Inizio: ${day(8)}, 18:00 Dove: Villa Vitali`)
})

test('the next session of a course that has begun, and one of several days', async () => {
  const [ada, bea, office] = [await aMember('ada'), await aMember('bea'), await anAdmin()]
  const begun = await aCourse({}, [
    { startDate: inDays(-3), ...HOURS },
    { startDate: inDays(4), ...HOURS },
  ])
  await enrolPerson(office, ada.email, [begun.id])
  expect(await textTo(ada)).toContain(`Prossima sessione: ${day(4)}, 9:30–13:00`)
  const long = await aCourse({}, [{ startDate: inDays(4), endDate: inDays(5) }])
  await enrolPerson(office, bea.email, [long.id])
  expect(await textTo(bea)).toContain(
    `Inizio: da ${formatDate(inDays(4), 'EEEE d MMMM')} a ${formatDate(inDays(5), 'EEEE d MMMM yyyy')}`,
  )
})

test('the topic, the place and the link of a lesson stand before those of its course', async () => {
  const [ada, office] = [await aMember('ada'), await anAdmin()]
  const lesson = { topic: 'Leggere il mercato', place: 'Sala Rossa', link: 'https://lezioni.example.it/uno' }
  const lessonsUrl = 'https://lezioni.example.it/tutte'
  const course = await aCourse({ location: 'Fermo', lessonsUrl }, [{ startDate: inDays(4), ...lesson }])
  await enrolPerson(office, ada.email, [course.id])
  const text = await textTo(ada)
  expect(text).toContain(`Inizio: ${day(4)} Argomento: Leggere il mercato Dove: Sala Rossa`)
  expect(text).toContain(lesson.link)
  expect(text).not.toContain(lessonsUrl)
})

test('an accepted offer', async () => {
  const [ada, course] = [await aMember('ada'), await aFullCourse(1, { location: 'Fermo' })]
  await waitFor(ada, course)
  await db.update(userCourses).set({ admittedAt: new Date() })
  await freeSeat(course)
  await offerSeats(SYSTEM)
  await answerByLink(aVisitor(), await tokenFor(ada), 'accept')
  const text = await textTo(ada)
  expect(text).toContain(`Inizio: ${day(60)}, 9:00`)
  expect(text).toContain('Dove: Via dell’Esempio 2, Fermo')
})
