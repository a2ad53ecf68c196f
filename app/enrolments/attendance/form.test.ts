import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { aRequest, sentBack } from '../../../tests/people'
import { aCourse, aMember, anAdmin, aSecretary, decided, emptyDatabase } from '../../../tests/world'
import type { Staff } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { userCourses } from '../../database/schema'
import { readFlash } from '../../http/toasts.server'
import { markAttendance } from './commands.server'
import { answerRegisterForm } from './form.server'
import { registerPeople } from './queries.server'
import { markField, type Presence, shownRowField, writeMark, writeShownRow } from './rules'

const DAY = '2026-11-21'
const LESSON = {
  number: 1,
  startDate: DAY,
  endDate: DAY,
  startTime: '09:00:00',
  endTime: '13:00:00',
  hours: 4,
  closedAt: null,
}

let staff: Staff
let course: string
let [ada, bea]: string[] = []

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${DAY}T12:00:00Z`) })
  await emptyDatabase()
  staff = await anAdmin()
  course = (await aCourse({}, [{ startDate: DAY, startTime: '09:00', endTime: '13:00', hours: 4 }])).id
  const members = [await aMember('ada'), await aMember('bea')]
  const rows = members.map(({ id }) => ({ userId: id, courseId: course, ...decided('approved') }))
  ;[ada, bea] = (await db.insert(userCourses).values(rows).returning()).map(({ id }) => id)
  return () => vi.useRealTimers()
})

/** The texts of the toast after a form with these marks, on a page with Ada and Bea, was sent without a script. */
async function toastAfter(intent: string, marks: Record<string, Presence>) {
  const form = new FormData()
  form.set('intent', intent)
  for (const enrolment of [ada ?? '', bea ?? ''])
    form.set(shownRowField(enrolment), writeShownRow(writeMark(null, LESSON)))
  for (const [enrolment, presence] of Object.entries(marks))
    form.set(markField('presence', enrolment), presence)
  const response = await answerRegisterForm(staff, course, LESSON, form, '/registro')
  if (!(response instanceof Response)) throw new Error('The form is shown again')
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  return toasts.map(({ title, description }) => [title, description])
}

test('marks are saved although the register cannot be closed yet, and the page says both', async () => {
  const sentence = 'Il registro non è chiuso: manca il segno di qualcuno'
  expect(await toastAfter('close', {})).toEqual([['Errore', sentence]])
  expect(await toastAfter('close', { [ada ?? '']: 'present' })).toEqual([
    ['Errore', `Segni salvati. ${sentence}`],
  ])
  expect(await registerPeople(staff, course, 1)).toMatchObject([{ mark: { minutes: 240 } }, { mark: null }])
  expect(await toastAfter('close', { [bea ?? '']: 'absent' })).toEqual([['Registro chiuso', undefined]])
})

test('the page names an overwritten mark of a colleague, also if the register is not closed', async () => {
  const mark = { minutes: 0, arrived: null, left: null }
  await markAttendance(await aSecretary(), course, 1, [{ enrolment: ada ?? '', mark, shown: null }])
  const [[, description = ''] = []] = await toastAfter('close', { [ada ?? '']: 'present' })
  expect(description).toMatch(/manca il segno di qualcuno\. \S+ Prova aveva segnato Ada Prova: Assente\./)
})

test('a mark that the page showed is overwritten without a word, and an unchanged row writes nothing', async () => {
  const mark = { minutes: 120, arrived: '9:00', left: '11:00' }
  const colleague = await aSecretary()
  for (const enrolment of [ada ?? '', bea ?? ''])
    await markAttendance(colleague, course, 1, [{ enrolment, mark, shown: null }])
  const shown = writeMark(mark, LESSON)
  const form = new FormData()
  for (const enrolment of [ada ?? '', bea ?? '']) {
    form.set(shownRowField(enrolment), writeShownRow(shown))
    form.set(markField('presence', enrolment), shown.presence)
    form.set(markField('arrived', enrolment), shown.arrived)
    form.set(markField('left', enrolment), shown.left)
    form.set(markField('minutes', enrolment), shown.minutes)
  }
  form.set(markField('left', ada ?? ''), '12:00')
  const response = await answerRegisterForm(staff, course, LESSON, form, '/registro')
  if (!(response instanceof Response)) throw new Error('The form is shown again')
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  expect(toasts).toEqual([{ tone: 'success', title: 'Registro salvato' }])
  expect(await registerPeople(staff, course, 1)).toMatchObject([
    { mark: { minutes: 180, left: '12:00' } },
    { mark: { minutes: 120 }, markerName: 'Sara Prova' },
  ])
})

test('times that are typed beside an unchanged presence mean a part', async () => {
  const present = { minutes: 240, arrived: null, left: null }
  await markAttendance(staff, course, 1, [{ enrolment: bea ?? '', mark: present, shown: null }])
  const form = new FormData()
  for (const [enrolment, mark] of [[ada ?? '', null] as const, [bea ?? '', present] as const]) {
    form.set(shownRowField(enrolment), writeShownRow(writeMark(mark, LESSON)))
    if (mark) form.set(markField('presence', enrolment), 'present')
    form.set(markField('arrived', enrolment), '')
    form.set(markField('left', enrolment), '12:00')
  }
  const refused = await answerRegisterForm(staff, course, LESSON, form, '/registro')
  const errors = { arrived: 'Scrivi un’ora, per esempio 9:30' }
  expect(refused).toMatchObject({
    data: { rows: { [ada ?? '']: { presence: 'partial', left: '12:00' } }, errors: { [ada ?? '']: errors } },
  })

  for (const enrolment of [ada ?? '', bea ?? '']) form.set(markField('arrived', enrolment), '10:00')
  await answerRegisterForm(staff, course, LESSON, form, '/registro')
  const mark = { minutes: 120, arrived: '10:00', left: '12:00' }
  expect(await registerPeople(staff, course, 1)).toMatchObject([{ mark }, { mark }])
})

test('a register that is closed twice, and people who are all marked, are no error', async () => {
  expect(await toastAfter('everybody', { [ada ?? '']: 'absent' })).toEqual([
    ['Segnati presenti: 1 persona', undefined],
  ])
  expect(await toastAfter('everybody', {})).toEqual([['Tutti sono già segnati', undefined]])
  const marks = { [ada ?? '']: 'present', [bea ?? '']: 'absent' } as const
  for (const sent of [marks, marks, {}])
    expect(await toastAfter('close', sent)).toEqual([['Registro chiuso', undefined]])
  await expect(toastAfter('close', { ...marks, [bea ?? '']: 'present' })).rejects.toThrow('shown again')
})

test('the others are those of the page: who has joined since then is not marked, and the page says so', async () => {
  const { id: userId } = await aMember('carlo')
  await db.insert(userCourses).values({ userId, courseId: course, ...decided('approved') })
  const unshown = 'Da segnare: 1 persona che prima non c’era.'
  expect(await toastAfter('everybody', { [ada ?? '']: 'absent' })).toEqual([
    ['Segnati presenti: 1 persona', unshown],
  ])
  expect(await toastAfter('everybody', {})).toEqual([['Segnati presenti: 0 persone', unshown]])
  expect(await registerPeople(staff, course, 1)).toMatchObject([
    { firstName: 'Ada', mark: { minutes: 0 } },
    { firstName: 'Bea', mark: { minutes: 240 } },
    { firstName: 'Carlo', mark: null },
  ])
})

test('the untouched part of somebody whose enrolment has ended does not keep a register open', async () => {
  const part = { minutes: 150, arrived: '9:30', left: '12:00' }
  const absent = { minutes: 0, arrived: null, left: null }
  await markAttendance(staff, course, 1, [
    { enrolment: ada ?? '', mark: part, shown: null },
    { enrolment: bea ?? '', mark: absent, shown: null },
  ])
  const form = new FormData()
  form.set('intent', 'close')
  form.set(shownRowField(ada ?? ''), writeShownRow(writeMark(part, LESSON)))
  // A row with times has no field for the minutes between them.
  for (const [name, value] of [
    ['presence', 'partial'],
    ['arrived', '9:30'],
    ['left', '12:00'],
  ] as const)
    form.set(markField(name, ada ?? ''), value)
  await db
    .update(userCourses)
    .set({ endedAt: new Date(), ending: 'cancelled_by_person' })
    .where(eq(userCourses.id, ada ?? ''))
  expect(await answerRegisterForm(staff, course, LESSON, form, '/registro')).toBeInstanceOf(Response)
})
