import { describe, expect, test } from 'vitest'
import { FIRST_SETTINGS } from '../../content/first-settings'
import { balanceOf } from '../../enrolments/dues/rules'
import {
  lateReminderDay,
  type ReminderFacts,
  reminderByHand,
  reminderOfSchedule,
  remindersInWords,
  reminderWords,
} from './rules'

const DAY = '2027-03-10'

/** Owes 490 euros on each of these days, and has paid so many cents. */
function owing(days: string[], facts: Partial<ReminderFacts> = {}, paid = 0, day = DAY): ReminderFacts {
  const dues = days.map((dueOn, place) => ({ number: place + 1, dueOn, cents: 49_000 }))
  return {
    hasSeat: true,
    isReachable: true,
    isUndoable: false,
    isConditional: false,
    isCalledOff: false,
    hasPaidToday: false,
    approvedOn: '2027-01-10',
    balance: balanceOf(dues, [{ cents: paid }], day),
    sentReminders: [],
    ...facts,
  }
}
const kindOf = (facts: ReminderFacts, day = DAY) => {
  const reminder = reminderOfSchedule(facts, day)
  return reminder && `${reminder.kind} ${reminder.due.number}`
}

describe('the schedule', () => {
  test.each([
    ['2027-03-14', null],
    ['2027-03-13', 'before 1'],
    ['2027-03-11', 'before 1'],
    ['2027-03-10', null],
    ['2027-03-04', null],
    ['2027-03-03', 'first 1'],
    ['2027-02-28', 'first 1'],
    ['2027-02-27', null],
  ])('of a due on %s: %s', (dueOn, expected) => expect(kindOf(owing([dueOn]))).toBe(expected))

  test.each([
    ['the clock goes forward', '2027-03-28', '2027-03-25', '2027-04-04'],
    ['the clock goes back', '2027-10-31', '2027-10-28', '2027-11-07'],
  ])('when %s, three days before and seven after', (_what, dueOn, before, first) => {
    const on = (day: string) => kindOf(owing([dueOn], {}, 0, day), day)
    const day = (text: string, days: number) =>
      new Date(Date.parse(`${text}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    expect([on(day(before, -1)), on(before), on(day(first, -1)), on(first)]).toEqual([
      null,
      'before 1',
      null,
      'first 1',
    ])
  })

  test('a day that was missed is made up for once, and never for the one before', () => {
    const sentReminders = [{ number: 1, kind: 'first' as const, sentOn: '2027-03-09' }]
    expect(kindOf(owing(['2027-03-02'], { sentReminders }))).toBeNull()
    expect(kindOf(owing(['2027-03-02']))).toBe('first 1')
  })

  test('never the second time, and not to who has just been approved', () => {
    const sentReminders = [{ number: 1, kind: 'first' as const, sentOn: '2027-03-03' }]
    expect(kindOf(owing(['2027-03-03', '2027-03-12'], { sentReminders }))).toBe('before 2')
    expect(kindOf(owing(['2027-03-12'], { approvedOn: '2027-03-09' }))).toBeNull()
  })

  test('of what is open: the oldest due is paid first', () => {
    expect(kindOf(owing(['2027-03-03', '2027-03-12'], {}, 49_000))).toBe('before 2')
    expect(kindOf(owing(['2027-03-03'], {}, 49_000))).toBeNull()
    expect(kindOf(owing(['2027-03-03'], {}, 20_000))).toBe('first 1')
  })
})

describe('of several dues of one day', () => {
  const day = '2027-03-13'
  const late = '2027-03-03'
  const sentOn = (kind: 'before' | 'first' | 'second', number: number) => ({
    number,
    kind,
    sentOn: '2027-03-09',
  })

  test('the schedule reminds once, of their sum', () => {
    expect(reminderOfSchedule(owing([day, day, '2027-04-01']), DAY)).toMatchObject({
      kind: 'before',
      due: { number: 1 },
      cents: 98_000,
    })
    expect(kindOf(owing([day, day], { sentReminders: [sentOn('before', 1)] }))).toBeNull()
    expect(kindOf(owing([late, late], { sentReminders: [sentOn('first', 2)] }))).toBeNull()
    // A reminder of another day, or of another kind, does not count.
    expect(kindOf(owing(['2027-03-12', day], { sentReminders: [sentOn('before', 1)] }))).toBe('before 2')
    expect(kindOf(owing([late, late], { sentReminders: [sentOn('before', 1)] }))).toBe('first 1')
  })

  test('the office reminds twice of both once they are late', () => {
    const byHand = (...sentReminders: ReturnType<typeof sentOn>[]) =>
      reminderByHand(owing([late, late], { sentReminders }, 9_000), DAY)
    expect(byHand()).toMatchObject({ kind: 'first', cents: 89_000 })
    expect(byHand(sentOn('first', 1))).toMatchObject({ kind: 'second', cents: 89_000 })
    expect(byHand(sentOn('first', 1), sentOn('second', 1))).toEqual({ ok: false, refusal: 'no-more' })
  })
})

test.each([
  [{ hasSeat: false }, 'no-seat'],
  [{ isReachable: false }, 'unreachable'],
  [{ isUndoable: true }, 'undecided'],
  [{ isConditional: true }, 'conditional'],
  [{ isCalledOff: true }, 'called-off'],
  [{ hasPaidToday: true }, 'paid-today'],
  [{ sentReminders: [{ number: 2, kind: 'before' as const, sentOn: DAY }] }, 'reminded-today'],
])('neither by hand nor by the schedule: %j', (facts, refusal) => {
  const payer = owing(['2027-03-03'], facts)
  expect(reminderByHand(payer, DAY)).toEqual({ ok: false, refusal })
  expect(kindOf(payer)).toBeNull()
})

const SETTINGS = { ...FIRST_SETTINGS, company: { ...FIRST_SETTINGS.company, phone: '0736 000000' } }

describe('the words', () => {
  const words = (kind: 'before' | 'first' | 'second', days: string[], paid = 0) => {
    const { balance } = owing(days, {}, paid)
    const due = balance.next
    if (!due) throw new Error('Nothing is due')
    const duesOfDay = balance.dues.filter(({ dueOn }) => dueOn === due.dueOn)
    const cents = duesOfDay.reduce((sum, { open }) => sum + open, 0)
    const person = { firstName: 'Giulia', lastName: 'Rossi' }
    const { title, paragraphs } = reminderWords({ kind, due, cents }, balance, person, SETTINGS, DAY)
    return [title, ...paragraphs].join(' | ').replaceAll('\u00a0', ' ')
  }

  test('before', () => {
    expect(words('before', ['2027-03-01', '2027-03-13'], 49_000)).toBe(
      'La rata scade il 13 marzo | ti ricordiamo che sabato 13 marzo scade la rata 2 di 2: 490,00 €. | Se hai già pagato, non devi fare altro: il bonifico può impiegare uno o due giorni.',
    )
    expect(words('before', ['2027-03-10'])).toContain(
      'Il pagamento scade il 10 marzo | ti ricordiamo che oggi scade il pagamento: 490,00 €.',
    )
  })

  test('first', () => {
    expect(words('first', ['2027-02-28', '2027-03-05'], 9_000)).toContain(
      'Una rata risulta da pagare | non abbiamo ancora trovato il pagamento di 400,00 € che scadeva il 28 febbraio. | In tutto risultano scaduti 890,00 €.',
    )
  })

  test('of dues of one day', () => {
    expect(words('before', ['2027-03-13', '2027-03-13', '2027-04-13'])).toContain(
      'Il pagamento scade il 13 marzo | ti ricordiamo che sabato 13 marzo scade il pagamento delle rate 1 e 2 di 3: 980,00 €.',
    )
    expect(words('first', ['2027-02-28', '2027-02-28'])).toMatch(
      /^Un importo risulta da pagare \| non abbiamo ancora trovato il pagamento di 980,00 € che scadeva il 28 febbraio. \| Se/,
    )
    expect(words('second', ['2027-02-08', '2027-02-08'])).toContain(
      'il pagamento delle rate 1 e 2 di 2, 980,00 €, che scadeva l’8 febbraio, risulta ancora da pagare.',
    )
    // One of the two is paid.
    expect(words('before', ['2027-03-13', '2027-03-13'], 49_000)).toContain('scade la rata 2 di 2: 490,00 €.')
  })

  test('second', () => {
    expect(words('second', ['2027-02-08'])).toBe(
      'Pagamento ancora in sospeso | Gentile Giulia Rossi, | il pagamento, 490,00 €, che scadeva l’8 febbraio, risulta ancora da pagare. | Ti chiediamo di pagare entro il 20 marzo 2027 oppure di chiamare la segreteria: il numero è 0736 000000. Se non ti sentiamo, ti telefoneremo noi.',
    )
  })
})

describe('the reminders of a list', () => {
  test.each([
    ['a due that is not late', '2027-03-10', null],
    ['late since yesterday', '2027-03-09', '2027-03-16'],
    ['on the day itself', '2027-03-03', '2027-03-10'],
    ['after the day', '2027-03-02', null],
  ])('%s', (_, dueOn, expected) => expect(lateReminderDay(dueOn, DAY)).toBe(expected))

  test.each([
    [0, null, null, ''],
    [0, null, '2027-03-21', 'promemoria il 21 mar'],
    [1, '2027-03-11', null, '1 promemoria, l’11 mar'],
    [2, '2027-03-09', null, '2 promemoria, l’ultimo il 9 mar'],
    [1, '2027-03-01', '2027-03-08', '1 promemoria, il 1º mar; il prossimo l’8 mar'],
  ])('%i, last on %s, next on %s', (count, lastSentOn, nextOn, words) =>
    expect(remindersInWords({ count, lastSentOn }, nextOn)).toBe(words),
  )
})
