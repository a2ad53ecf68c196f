import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OK } from '../runtime/outcome.rules'
import { explainEnrolmentRefusal } from './refusals.rules'
import {
  cleanTypedText,
  ENROLMENT_STATES,
  type EnrolmentState,
  type EnrolmentStep,
  groupEnrolments,
  groupOf,
  mayApprove,
  mayRequestSeat,
  maySeat,
  mayStep,
  STEPS,
  standingOf,
  stateLabel,
} from './rules'

const today = '2026-11-21'
const open = {
  archivedAt: null,
  cancelledAt: null,
  draft: false,
  comingSoon: false,
  endDate: '2026-12-01',
  maxPartecipanti: 1,
}

test('each state has its label, anything else is Acquistato', () => {
  expect(ENROLMENT_STATES.map(stateLabel)).toEqual([
    'In attesa',
    'Approvato',
    'Rifiutato',
    'In corso',
    'Completato',
  ])
  fc.assert(
    fc.property(
      fc.string().filter((text) => !ENROLMENT_STATES.includes(text as EnrolmentState)),
      (text) => stateLabel(text) === 'Acquistato',
    ),
  )
  expect(stateLabel('constructor')).toBe('Acquistato')
})

test('only an open course may be asked for, once', () => {
  const archived = { ...open, archivedAt: new Date() }
  expect(mayRequestSeat(archived, undefined, today)).toEqual({ ok: false, refusal: 'unknown-course' })
  expect(mayRequestSeat({ ...open, comingSoon: true }, undefined, today)).toEqual({
    ok: false,
    refusal: 'coming',
  })
  expect(mayRequestSeat({ ...open, draft: true }, undefined, today)).toEqual({ ok: false, refusal: 'draft' })
  expect(mayRequestSeat({ ...open, endDate: '2026-11-20' }, undefined, today)).toEqual({
    ok: false,
    refusal: 'concluded',
  })
  for (const state of ENROLMENT_STATES) {
    expect(mayRequestSeat(open, state, today)).toEqual({ ok: false, refusal: 'existing', state })
  }
  expect(mayRequestSeat({ ...open, endDate: today }, undefined, today)).toEqual(OK)
})

test('the enrolment of the reader comes before the seats, the end of a course before an enrolment in progress', () => {
  const course = { ...open, maxPartecipanti: 5, seatsTaken: 0 }
  const [full, over] = [
    { ...course, seatsTaken: 5 },
    { ...course, endDate: '2026-11-20' },
  ]
  const standings = (askedCourse: typeof course) =>
    [undefined, ...ENROLMENT_STATES].map((state) => standingOf(askedCourse, state, today))
  expect(standings(course)).toEqual(['open', ...ENROLMENT_STATES])
  expect(standings(full)).toEqual(['full', ...ENROLMENT_STATES])
  expect(standings(over).map((standing) => standing === 'concluded')).toEqual(
    [undefined, ...ENROLMENT_STATES].map((state) => state !== 'completed' && state !== 'rejected'),
  )
  expect(standings({ ...full, comingSoon: true })[0]).toBe('coming')
})

test('few seats are three at most', () => {
  const taken = (seatsTaken: number) =>
    standingOf({ ...open, maxPartecipanti: 5, seatsTaken }, undefined, today)
  expect([0, 1, 2, 3, 4, 5, 6].map(taken)).toEqual(['open', 'open', 'few', 'few', 'few', 'full', 'full'])
  expect(standingOf({ ...open, maxPartecipanti: null, seatsTaken: 9 }, undefined, today)).toBe('open')
})

test('a repeated request is refused with the state of the first', () => {
  const sentences = ENROLMENT_STATES.map((state) =>
    explainEnrolmentRefusal({ ok: false, refusal: 'existing', state }),
  )
  expect(sentences).toEqual([
    'La tua richiesta è in attesa di approvazione',
    'Sei già iscritto a questo corso',
    "La tua precedente richiesta è stata rifiutata. Prova a contattare l'amministrazione",
    'Stai già frequentando questo corso',
    'Hai già completato questo corso',
  ])
})

test('the steps of the table are the only ones', () => {
  const possible = Object.keys(STEPS).flatMap((step) =>
    ENROLMENT_STATES.filter((state) => mayStep(step as EnrolmentStep, state).ok).map(
      (state) => `${state} ${step}`,
    ),
  )
  expect(possible).toEqual([
    'pending approve',
    'pending admit',
    'pending reject',
    'rejected reopen',
    'approved start',
    'in_progress complete',
    'completed uncomplete',
    'in_progress unstart',
    'pending withdraw',
  ])
})

test('a decided request stays decided, and the sentence says how', () => {
  const decision = mayStep('reject', 'approved')
  expect(decision).toEqual({ ok: false, refusal: 'already-decided', state: 'approved' })
  expect(decision.ok || explainEnrolmentRefusal(decision)).toBe(
    'Questa richiesta è già stata valutata: Approvato',
  )
})

test('the last seat is given once, more only knowingly, and none where there is no limit', () => {
  expect(maySeat(open, 0)).toEqual(OK)
  expect(maySeat(open, 1)).toEqual({ ok: false, refusal: 'full' })
  expect(maySeat(open, 2, true)).toEqual(OK)
  expect(maySeat({ maxPartecipanti: 0 }, 9)).toEqual(OK)
  expect(maySeat({ maxPartecipanti: null }, 9)).toEqual(OK)
})

test('refusals have an order: decided request, full course; deleted course, seats', () => {
  expect(mayApprove('rejected', open, 1)).toMatchObject({ refusal: 'already-decided', state: 'rejected' })
  const archived = { ...open, archivedAt: new Date() }
  expect(mayApprove('pending', archived, 1, true)).toMatchObject({ refusal: 'archived' })
})

test('a reason is counted as the browser counts it', () => {
  expect(cleanTypedText(' posti\r\nesauriti\0 ')).toBe('posti\nesauriti')
  expect(cleanTypedText('a\r\n'.repeat(250))).toHaveLength(499)
})

test('the dashboard has what goes on, what waits and what is over', () => {
  const courses = ['available', 'coming', 'concluded', 'archived'] as const
  const groups = ENROLMENT_STATES.map((state) => [state, ...courses.map((course) => groupOf(state, course))])
  expect(groups).toEqual([
    ['pending', 'waiting', 'waiting', 'waiting', 'waiting'],
    ['approved', 'now', 'now', 'over', 'over'],
    ['rejected', 'over', 'over', 'over', 'over'],
    ['in_progress', 'now', 'now', 'over', 'over'],
    ['completed', 'over', 'over', 'over', 'over'],
  ])
})

test('what goes on is sorted by its next date, the rest keeps its order', () => {
  const placed = (
    name: string,
    group: 'now' | 'waiting' | 'over',
    date?: string,
    startTime: string | null = null,
  ) => ({ name, group, nextSession: date ? { date, startTime } : null })
  const { now, waiting, over } = groupEnrolments([
    placed('senza data', 'now'),
    placed('due', 'waiting'),
    placed('sera', 'now', '2027-01-23', '18:00'),
    placed('uno', 'waiting'),
    placed('mattina', 'now', '2027-01-23', '09:00'),
    placed('finito', 'over'),
    placed('prima', 'now', '2026-12-01'),
  ])
  expect(now.map(({ name }) => name)).toEqual(['prima', 'mattina', 'sera', 'senza data'])
  expect(waiting.map(({ name }) => name)).toEqual(['due', 'uno'])
  expect(over.map(({ name }) => name)).toEqual(['finito'])
})
