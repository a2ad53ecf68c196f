/** What a person is told of one enrolment, on every page in the same words. */
import { describe, expect, test } from 'vitest'
import { balanceOf } from '../dues/rules'
import { groupOf } from '../rules'
import { enrolmentStatus } from './enrolment-status'
import type { Enrolment } from './queries.server'

type Facts = Partial<Omit<Enrolment, 'course'>> & { course?: Partial<Enrolment['course']> }

function statusOf({ course: courseFacts, ...facts }: Facts) {
  const status = facts.status ?? 'approved'
  const course = {
    format: 'in-aula',
    state: 'available',
    concluded: false,
    endDate: '2027-03-05',
    archivedAt: null,
    cancelledAt: null,
    minimum: null,
    ...courseFacts,
  } as Enrolment['course']
  return enrolmentStatus({
    status,
    price: 360,
    ending: null,
    isLastDecisionOpen: false,
    hasOpenPostponement: false,
    newDatesDeadline: null,
    nextSession: null,
    waitingPlace: null,
    movedTo: null,
    rejectReason: null,
    hasCertificate: false,
    endedAt: new Date('2026-12-03T09:00:00Z'),
    group: groupOf(status, course.state, facts.ending ?? null),
    officeAnswer: { by: 'le 12:30 di venerdì 27 novembre', late: false },
    ...facts,
    course,
  } as Enrolment)
}

const next = {
  date: '2027-01-04',
  until: '2027-01-04',
  startTime: '09:00',
  endTime: '13:00',
  number: 1,
  total: 2,
  ahead: 30,
  topic: null,
  place: null,
  link: null,
}
type Place = NonNullable<Enrolment['waitingPlace']>
const place = (facts: Partial<Place>) =>
  ({ ahead: { people: 1, reasons: [] }, isAdmitted: false, offer: null, call: null, ...facts }) as Place
const offer = { expiresAt: new Date('2026-11-26T09:00:00Z') } as NonNullable<Place['offer']>

describe('a request', () => {
  test('waits for an answer', () => {
    expect(statusOf({ status: 'pending' })).toMatchObject({
      label: 'In attesa',
      who: 'noi',
      sentence: 'Ti rispondiamo per email entro le 12:30 di venerdì 27 novembre.',
    })
  })

  test('on the list is promised its place, and no answer about a seat', () => {
    const listed = statusOf({ status: 'pending', waitingPlace: place({}) })
    expect(listed).toMatchObject({ kind: 'listed', label: 'In attesa' })
    expect(listed.sentence).toBe(
      'Sei al 2° posto della lista d’attesa. Entro le 12:30 di venerdì 27 novembre ti confermiamo per email il posto in lista.',
    )
    const admitted = statusOf({ status: 'pending', waitingPlace: place({ isAdmitted: true }) })
    expect(admitted.sentence).toBe(
      'Sei al 2° posto della lista d’attesa. Quando tocca a te ti offriamo il posto.',
    )
  })

  test('with a seat that is offered is not only waiting', () => {
    expect(statusOf({ status: 'pending', waitingPlace: place({ offer }) })).toMatchObject({
      label: 'Posto offerto',
      title: 'C’è un posto per te',
      who: 'te',
      sentence: 'Rispondi entro le 10:00 di giovedì 26 novembre: dopo il posto non è più riservato a te.',
    })
  })

  test.each(['concluded', 'cancelled', 'archived'] as const)(
    'of an edition that is %s goes nowhere',
    (state) => {
      expect(statusOf({ status: 'pending', course: { state } })).toMatchObject({
        kind: 'closed',
        sentence: 'Questa edizione non prende più iscrizioni.',
      })
    },
  )
})

describe('a seat', () => {
  test('has its day', () => {
    const seated = statusOf({ nextSession: next })
    expect(seated).toMatchObject({ label: 'Approvato', title: 'Il posto è tuo' })
    expect(seated.sentence).toBe('Ci vediamo lunedì 4 gennaio alle 9:00.')
  })

  test('in progress before the first session has its day, and afterwards is attended', () => {
    const early = statusOf({ status: 'in_progress', nextSession: next })
    expect(early).toMatchObject({ kind: 'seated', label: 'In corso', title: 'Il posto è tuo' })
    expect(early.sentence).toBe('Ci vediamo lunedì 4 gennaio alle 9:00.')
    const begun = statusOf({ status: 'in_progress', nextSession: next, course: { hasBegun: true } })
    expect(begun).toMatchObject({ kind: 'attending', title: 'Stai frequentando questo corso' })
  })

  test('in a session that began on an earlier day is not told that it is still to come', () => {
    const nextSession = { ...next, until: '2027-01-06', ahead: -1 }
    const seated = statusOf({ nextSession, course: { hasBegun: true } })
    expect(seated.sentence).toBe('La lezione è in corso fino a mercoledì 6 gennaio.')
    expect(seated.brief).toBe('in corso fino a mer 6 gen')
    const attending = statusOf({ status: 'in_progress', nextSession, course: { hasBegun: true } })
    expect(attending.sentence).toBe('La lezione è in corso fino a mercoledì 6 gennaio.')
  })

  test('whose dates have changed asks, and says what silence means', () => {
    for (const status of ['approved', 'in_progress'] as const) {
      const asked = statusOf({ status, nextSession: next, newDatesDeadline: '2026-11-30' })
      expect(asked).toMatchObject({ kind: 'new-dates', title: 'Le date sono cambiate', who: 'te' })
      expect(asked.sentence).toBe(
        'Dicci entro lunedì 30 novembre se le nuove date ti vanno bene. Se non rispondi, il posto resta tuo alle nuove date.',
      )
      expect(asked.sentence).not.toContain('Ci vediamo')
    }
  })

  test('that depends on the minimum promises no day', () => {
    const minimum = { text: 'Si parte se si iscrivono almeno 8 persone.', confirmed: false }
    const conditional = statusOf({ nextSession: next, course: { minimum } })
    expect(conditional.title).toBe('Il posto è tuo, se si parte')
    expect(conditional.sentence).toContain('Prima di pagare aspetta la conferma')
    expect(conditional.sentence).not.toContain('Ci vediamo')
  })

  test('that depends on the minimum asks for nothing once everything is paid', () => {
    const minimum = { text: 'Si parte se si iscrivono almeno 8 persone.', confirmed: false }
    const dues = [{ number: 1, dueOn: '2027-01-20', cents: 36_000 }]
    const paying = (cents: number) =>
      statusOf({ course: { minimum }, balance: balanceOf(dues, [{ cents }], '2027-01-15') }).sentence
    expect(paying(36_000)).toBe(`${minimum.text} La conferma ti arriva per email.`)
    expect(paying(10_000)).toContain('Prima di pagare aspetta la conferma')
    const free = statusOf({ course: { minimum }, balance: null, price: 0 })
    expect(free.sentence).toBe(`${minimum.text} La conferma ti arriva per email.`)
  })

  test.each(['approved', 'in_progress'] as const)(
    'of lessons at one’s own pace has no appointment: %s',
    (status) => {
      const course = { format: 'e-learning' } as const
      const before = statusOf({ status, nextSession: next, course })
      expect(before.sentence).toBe('Le lezioni si aprono lunedì 4 gennaio: poi le segui quando vuoi.')
      const open = statusOf({ status, nextSession: { ...next, ahead: -3 }, course })
      expect(open.sentence).toBe('Le lezioni sono aperte fino a venerdì 5 marzo: le segui quando vuoi.')
      const later = statusOf({ status, nextSession: { ...next, number: 2, total: 2 }, course })
      expect(later.sentence, 'open since the first session').toBe(open.sentence)
      const undated = statusOf({ status, course: { ...course, endDate: null } })
      expect(undated.sentence).toBe('Le lezioni le segui quando vuoi, con il tuo ritmo.')
      for (const { sentence, brief } of [before, open, undated])
        for (const word of ['Ci vediamo', 'prossima sessione', 'gen,'])
          expect(sentence + brief).not.toContain(word)
    },
  )
})

test('a seat in a course that was deleted before its last day is gone also after that day', () => {
  const course = { state: 'archived', concluded: true, endDate: '2026-11-20' } as const
  const deletedOn = (day: string) => statusOf({ course: { ...course, archivedAt: new Date(day) } })
  expect(deletedOn('2026-11-10').title).toBe('Il corso non è più in programma')
  expect(deletedOn('2026-11-21').title).toBe('Hai completato questo corso')
})

describe('an enrolment that ended', () => {
  test('with its edition says who pays back', () => {
    const ended = statusOf({ ending: 'edition_cancelled' })
    expect(ended.label).toBe('Edizione annullata')
    expect(ended.sentence).toBe(
      'Questa edizione è stata annullata (3 dicembre 2026). Se hai già pagato, la segreteria ti scrive per il rimborso.',
    )
    expect(statusOf({ ending: 'edition_cancelled', price: 0 }).sentence).not.toContain('rimborso')
  })

  test('by a move says whether it is another edition or another course', () => {
    const to = { title: 'Marketing', startDate: '2027-04-12', isEdition: true }
    expect(statusOf({ ending: 'transferred', movedTo: to }).sentence).toBe(
      'Spostata il 3 dicembre 2026. Sei in un’altra edizione, inizio 12 aprile 2027.',
    )
    expect(statusOf({ ending: 'transferred', movedTo: { ...to, isEdition: false } }).sentence).toBe(
      'Spostata il 3 dicembre 2026. Sei in un altro corso: Marketing, inizio 12 aprile 2027.',
    )
  })
})
