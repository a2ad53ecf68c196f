import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refuse } from '../runtime/outcome.rules'
import type { EnrolmentState } from './rules'
import {
  aheadSentence,
  endAfterNews,
  explainOfferRefusal,
  mayAdmit,
  mayAnswerOffer,
  offerEnd,
} from './waiting-list.rules'

const end = (now: string, start?: string, isClosed = (_day: string) => false) =>
  offerEnd(new Date(now), start ? new Date(start) : null, isClosed)?.toISOString() ?? null

test('an offer lasts 48 hours', () => {
  expect(end('2026-11-24T10:30:00Z')).toBe('2026-11-26T10:30:00.000Z')
  expect(end('2026-11-24T10:30:00Z', '2027-01-23T08:00:00Z')).toBe('2026-11-26T10:30:00.000Z')
})

test('an offer lasts 12 hours where the start is nearer than 72', () => {
  expect(end('2026-11-24T06:00:00Z', '2026-11-27T06:00:00Z')).toBe('2026-11-26T09:00:00.000Z')
  expect(end('2026-11-24T06:00:00Z', '2026-11-27T05:59:00Z')).toBe('2026-11-24T18:00:00.000Z')
})

test('within 24 hours of the start, and after it, there is none: the office telephones', () => {
  expect(end('2026-11-24T08:00:00Z', '2026-11-25T08:00:00Z')).toBeNull()
  expect(end('2026-11-24T08:00:00Z', '2026-11-20T08:00:00Z')).toBeNull()
  expect(end('2026-11-24T06:00:00Z', '2026-11-25T06:01:00Z')).toBe('2026-11-24T18:00:00.000Z')
})

test('an end that would come after the start is none', () => {
  expect(end('2026-11-24T08:00:00Z', '2026-11-25T08:30:00Z')).toBeNull()
})

test('an offer never ends between 20:00 and 9:00 in Italy, but at 10:00', () => {
  expect(end('2026-11-24T18:59:00Z')).toBe('2026-11-26T18:59:00.000Z')
  expect(end('2026-11-24T19:00:00Z')).toBe('2026-11-27T09:00:00.000Z')
  expect(end('2026-11-24T23:30:00Z')).toBe('2026-11-27T09:00:00.000Z')
  expect(end('2026-11-24T07:59:00Z')).toBe('2026-11-26T09:00:00.000Z')
  expect(end('2026-11-24T08:00:00Z')).toBe('2026-11-26T08:00:00.000Z')
})

test('an offer ends on the morning after a closure, where the course has not begun by then', () => {
  const atChristmas = (day: string) => '2026-12-24' <= day && day <= '2027-01-06'
  const ends = (now: string, start?: string) => end(now, start, atChristmas)
  expect(ends('2026-12-21T10:30:00Z')).toBe('2026-12-23T10:30:00.000Z')
  expect(ends('2026-12-22T10:30:00Z')).toBe('2027-01-07T09:00:00.000Z')
  expect(ends('2026-12-29T10:30:00Z')).toBe('2027-01-07T09:00:00.000Z')
  expect(ends('2027-01-05T10:30:00Z')).toBe('2027-01-07T10:30:00.000Z')
  expect(ends('2026-12-22T10:30:00Z', '2027-01-08T08:00:00Z')).toBe('2027-01-07T09:00:00.000Z')
  expect(ends('2026-12-22T10:30:00Z', '2027-01-07T08:00:00Z')).toBe('2026-12-24T10:30:00.000Z')
  expect(end('2026-12-22T10:30:00Z', undefined, () => true)).not.toBeNull()
})

test('the hour is that of Italy on both sides of a clock change', () => {
  // In the night to 29 March 2026 the clock goes forward, in the night to 25 October it goes back.
  expect(end('2026-03-27T19:30:00Z')).toBe('2026-03-30T08:00:00.000Z')
  expect(end('2026-03-27T18:30:00Z')).toBe('2026-03-30T08:00:00.000Z')
  expect(end('2026-10-23T18:30:00Z')).toBe('2026-10-25T18:30:00.000Z')
  expect(end('2026-10-23T19:00:00Z')).toBe('2026-10-26T09:00:00.000Z')
})

test('whenever it is made, an offer ends by day, after at least 12 hours and before the start', () => {
  const minute = fc.integer({ min: 0, max: 2 * 366 * 24 * 60 })
  fc.assert(
    fc.property(minute, fc.option(fc.integer({ min: 0, max: 200 })), (at, hours) => {
      const now = new Date(Date.UTC(2026, 0, 1) + at * 60_000)
      const start = hours === null ? null : new Date(now.getTime() + hours * 3_600_000)
      const ends = offerEnd(now, start, () => false)
      if (!ends) {
        expect(hours).toBeLessThanOrEqual(26)
        return
      }
      const time = ends.toLocaleTimeString('it-IT', {
        timeZone: 'Europe/Rome',
        hour: '2-digit',
        minute: '2-digit',
      })
      expect(time >= '09:00' && time < '20:00').toBe(true)
      expect(ends.getTime() - now.getTime()).toBeGreaterThanOrEqual(12 * 3_600_000)
      if (start) expect(ends < start).toBe(true)
    }),
  )
})

test('after news that can be undone an offer lasts an hour more, by day and until the start', () => {
  const ends = (heldUntil: string, start?: string) =>
    endAfterNews(new Date(heldUntil), start ? new Date(start) : null, () => false)?.toISOString() ?? null
  expect(ends('2026-11-24T09:02:00Z')).toBe('2026-11-24T10:02:00.000Z')
  expect(ends('2026-11-24T18:30:00Z')).toBe('2026-11-25T09:00:00.000Z')
  expect(ends('2026-11-24T09:02:00Z', '2026-11-24T10:03:00Z')).toBe('2026-11-24T10:02:00.000Z')
  expect(ends('2026-11-24T09:02:00Z', '2026-11-24T10:02:00Z')).toBeNull()
})

test('who is before somebody is told without names, with the reason of the office', () => {
  expect(aheadSentence({ people: 0, reasons: [] })).toBe('')
  expect(aheadSentence({ people: 1, reasons: [] })).toBe('Prima di te: 1 persona.')
  expect(aheadSentence({ people: 2, reasons: ['posto riservato all’azienda finanziatrice'] })).toBe(
    'Prima di te: 2 persone, 1 spostata avanti dalla segreteria: posto riservato all’azienda finanziatrice.',
  )
  expect(aheadSentence({ people: 4, reasons: ['a', 'a', 'b'] })).toBe(
    'Prima di te: 4 persone, 3 spostate avanti dalla segreteria: a; b.',
  )
  expect(aheadSentence({ people: 1, reasons: ['Lavora qui.'] })).toBe(
    'Prima di te: 1 persona, spostata avanti dalla segreteria: Lavora qui.',
  )
  expect(aheadSentence({ people: 2, reasons: ['Lavora qui...', 'Lavora qui'] })).toMatch(/: Lavora qui\.$/)
})

const course = {
  ...{ archivedAt: null, cancelledAt: null, draft: false, comingSoon: false, endDate: null },
  ...{ maxPartecipanti: 1, seatsTaken: 1 },
}
const offer = {
  ...{ answer: null, expiresAt: new Date('2026-11-26T09:00:00Z') },
  isOver: false,
  isLastDecisionOpen: false,
  isEditionUpdating: false,
}

test('the office admits pending requests of full editions, once', () => {
  const request = { status: 'pending' as const, admittedAt: null, waitingSince: null }
  const today = '2026-11-25'
  expect(mayAdmit(request, course, today)).toEqual({ ok: true })
  expect(mayAdmit({ ...request, admittedAt: new Date() }, course, today)).toMatchObject({
    refusal: 'admitted',
  })
  expect(mayAdmit(request, { ...course, seatsTaken: 0 }, today)).toMatchObject({ refusal: 'seats-free' })
  expect(mayAdmit({ ...request, waitingSince: new Date() }, { ...course, seatsTaken: 0 }, today)).toEqual({
    ok: true,
  })
  expect(mayAdmit(request, { ...course, maxPartecipanti: null }, today)).toMatchObject({
    refusal: 'seats-free',
  })
  expect(mayAdmit({ ...request, status: 'approved' }, course, today)).toMatchObject({
    refusal: 'already-decided',
  })
  for (const [facts, refusal] of [
    [{ cancelledAt: new Date() }, 'cancelled'],
    [{ archivedAt: new Date() }, 'archived'],
    [{ comingSoon: true }, 'coming'],
    [{ draft: true }, 'draft'],
    [{ endDate: '2026-11-24' }, 'concluded'],
  ] as const)
    for (const waitingSince of [null, new Date()])
      expect(mayAdmit({ ...request, waitingSince }, { ...course, ...facts }, today)).toMatchObject({
        refusal,
      })
  expect(mayAdmit(request, { ...course, endDate: today }, today)).toEqual({ ok: true })
})

test('an open offer of a pending request can be answered until it ends', () => {
  const answered = (facts: object, status: EnrolmentState = 'pending', offeredCourse = course) =>
    mayAnswerOffer({ ...offer, ...facts }, { status, course: offeredCourse }, '2026-11-25')
  expect(answered({})).toEqual({ ok: true })
  expect(answered({ isOver: true })).toMatchObject({ refusal: 'expired' })
  expect(answered({ isEditionUpdating: true })).toMatchObject({ refusal: 'updating' })
  expect(answered({ isEditionUpdating: true, isOver: true })).toMatchObject({ refusal: 'expired' })
  expect(answered({ answer: 'accepted' }, 'approved')).toMatchObject({ refusal: 'accepted' })
  expect(answered({}, 'rejected')).toMatchObject({ refusal: 'closed' })
  expect(answered({}, 'pending', { ...course, draft: true })).toMatchObject({ refusal: 'closed' })
  expect(mayAnswerOffer(offer, undefined, '2026-11-25')).toMatchObject({ refusal: 'closed' })
  const accepted = { ...offer, answer: 'accepted' as const }
  expect(mayAnswerOffer(accepted, undefined, '2026-11-25')).toMatchObject({ refusal: 'closed' })
  const withdrawn = { ...offer, answer: 'withdrawn' as const }
  const seated = { status: 'approved' as const, course }
  expect(mayAnswerOffer(withdrawn, seated, '2026-11-25')).toMatchObject({ refusal: 'seated' })
  expect(mayAnswerOffer({ ...withdrawn, isLastDecisionOpen: true }, seated, '2026-11-25')).toMatchObject({
    refusal: 'updating',
  })
})

test('a refusal says what happened and what to do', () => {
  expect(explainOfferRefusal(refuse('accepted'))).toBe('Hai già accettato: il posto è tuo')
  const expired = refuse('expired', { at: offer.expiresAt })
  expect(explainOfferRefusal(expired)).toBe('Questa offerta è scaduta il 26/11/2026 alle 10:00')
  expect(explainOfferRefusal(expired, true)).toBe(
    'Questa offerta è scaduta il 26/11/2026 alle 10:00: chiedi di rientrare in lista',
  )
})
