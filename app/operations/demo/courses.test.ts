import { describe, expect, test } from 'vitest'
import { COURSE_INTERESTS } from '../../content/interests'
import { LOGO_NAMES } from '../../content/partner-logos'
import { slugFrom } from '../../courses/rules'
import { isSeated } from '../../courses/seats.rules'
import { plusDays } from '../../italian/days'
import { DEMO_ACCOUNTS } from './accounts'
import { type DemoSession, isClosed } from './calendar'
import { demoCourses } from './courses'
import { demoEnrolments } from './enrolments'
import { PEOPLE_WITHOUT_SIGN_IN } from './people'
import type { DemoCourse } from './planned-course'

const TODAY = '2026-11-21'
const everyDay = Array.from({ length: 366 }, (_, day) => plusDays(TODAY, day))
const courses = demoCourses(TODAY)
const published = courses.filter((course) => !course.comingSoon && !course.draft)
const coming = courses.filter((course) => course.comingSoon)

const isOver = (course: DemoCourse, today: string) =>
  course.sessions.length > 0 && course.sessions.every((session) => session.endDate < today)
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const clockHours = (time: string) => Number(time.slice(0, 2)) + Number(time.slice(3)) / 60
const daysOf = (session: DemoSession) =>
  (Date.parse(session.endDate) - Date.parse(session.startDate)) / 86_400_000 + 1
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

function seatsLeft(slug: string): number | null {
  const max = courses.find((course) => course.slug === slug)?.maxPartecipanti ?? null
  const taken = demoEnrolments.filter((link) => link.course === slug && isSeated(link.state)).length
  return max === null ? null : max - taken
}

describe('the demo catalogue', () => {
  test('has twelve open courses, three coming, one that is over and a draft of another edition, whatever day it is', () => {
    for (const today of everyDay) {
      const seen = demoCourses(today)
      const offered = seen.filter((course) => !course.comingSoon && !course.draft)
      expect(
        offered.filter((course) => !isOver(course, today)),
        today,
      ).toHaveLength(12)
      expect(
        offered.filter((course) => isOver(course, today)),
        today,
      ).toHaveLength(1)
      expect(
        seen.filter((course) => course.comingSoon),
        today,
      ).toHaveLength(3)
      const [draft] = seen.filter((course) => course.draft)
      const original = offered.find(({ slug }) => slug === draft?.editionOf)
      expect(draft?.title, today).toBe(original?.title)
      expect((draft?.sessions[0]?.startDate ?? '') > (original?.sessions.at(-1)?.endDate ?? ''), today).toBe(
        true,
      )
    }
  })

  test('holds the six courses of the contact form under exactly those titles', () => {
    expect(published.map((course) => course.title)).toEqual(expect.arrayContaining([...COURSE_INTERESTS]))
  })

  test('gives each course the slug that its title makes, an ampersand left out', () => {
    const numbered = (slug: string, { editionOf }: DemoCourse) => (editionOf ? `${slug}-2` : slug)
    for (const course of courses)
      expect(course.slug).toBe(numbered(slugFrom(course.title.replace(' & ', ' ')), course))
    expect(new Set(courses.map((course) => course.slug)).size).toBe(courses.length)
  })

  test('fills in all that the course form asks of a published course', () => {
    for (const course of published) {
      const { description, modalita, tipoSessione, price, shortDescription, location } = course
      const { moduli, metodologie, certificazione, contattiEmail } = course
      for (const words of [description, modalita, tipoSessione, shortDescription, location])
        expect(words).toBeTruthy()
      for (const list of [moduli, metodologie, certificazione, contattiEmail])
        expect(list).not.toHaveLength(0)
      expect(price).toBeGreaterThan(0)
      expect(moduli.length, course.title).toBeGreaterThanOrEqual(3)
      expect(moduli.length, course.title).toBeLessThanOrEqual(6)
      expect(description?.split('\n\n').length, course.title).toBeGreaterThanOrEqual(2)
    }
  })

  test('offers instalments above 500 euro, and they add up to the price', () => {
    for (const { title, price, priceEarlyBird, priceSingleModule, paymentInstallments } of published) {
      if (Number(price) > 500) expect(sum(paymentInstallments), title).toBe(price)
      else expect(paymentInstallments, title).toEqual([])
      expect(priceEarlyBird ?? 0, title).toBeLessThan(Number(price))
      expect(priceSingleModule ?? 0, title).toBeLessThan(Number(price))
    }
  })

  test('names partners that are invented once, each with a description and a logo that exists', () => {
    const partners = courses.flatMap((course) => course.partnerPromotori)
    for (const { name, logo, description } of partners) {
      expect(LOGO_NAMES, name).toContain(logo)
      expect(description, name).toMatch(/\.$/)
    }
    expect(new Set(partners).size).toBe(new Set(partners.map(({ name }) => name)).size)
    expect(new Set(partners.map(({ logo }) => logo))).toEqual(new Set(LOGO_NAMES))
  })

  test('covers the cases that pages must show', () => {
    const expectSome = (wanted: (course: DemoCourse) => boolean) => expect(published.some(wanted)).toBe(true)
    expectSome((course) => !course.brochure)
    expectSome((course) => course.sessions.length === 0 && course.maxPartecipanti === null)
    expectSome(
      (course) => course.sessions.length === 1 && course.sessions.every((session) => daysOf(session) === 1),
    )
    expectSome((course) => course.sessions.some((session) => daysOf(session) > 1))
    expect(coming.some((course) => course.sessions.length > 0 && course.location !== null)).toBe(true)
    expect(
      coming.some(
        ({ sessions, location, modalita, price }) => !sessions.length && !location && !modalita && !price,
      ),
    ).toBe(true)
  })

  test('has a course that starts once six people enrol, with three to come, whatever day it is', () => {
    for (const today of everyDay) {
      const [course, ...others] = demoCourses(today).filter(({ terms }) => terms)
      expect(others).toEqual([])
      expect(course?.terms?.minParticipants).toBe(6)
      const enrolled = demoEnrolments.filter((link) => link.course === course?.slug && isSeated(link.state))
      expect(enrolled).toHaveLength(3)
      const { confirmBy } = course?.terms ?? {}
      expect(
        confirmBy && confirmBy > today && confirmBy < (course?.sessions[0]?.startDate ?? ''),
        today,
      ).toBe(true)
    }
  })
})

describe('demo sessions', () => {
  test('keep their weekdays, follow each other and avoid closed days, whatever day it is', () => {
    const weekdays = demoCourses(TODAY).map((course) =>
      course.sessions.map(({ startDate }) => weekday(startDate)),
    )
    for (const today of everyDay) {
      demoCourses(today).forEach(({ slug, sessions }, course) => {
        expect(
          sessions.map(({ startDate }) => weekday(startDate)),
          `${slug} ${today}`,
        ).toEqual(weekdays[course])
        sessions.forEach((session, index) => {
          expect(isClosed(session.startDate) || isClosed(session.endDate), `${slug} ${today}`).toBe(false)
          const before = sessions[index - 1]
          if (before) expect(session.startDate > before.endDate, `${slug} ${today}`).toBe(true)
        })
      })
    }
  })

  test('state hours that fit between start and end, a lunch apart, and the total that `duration` names', () => {
    for (const { title, sessions, duration } of published) {
      for (const session of sessions) {
        if (!session.startTime || !session.endTime) continue
        const span = (clockHours(session.endTime) - clockHours(session.startTime)) * daysOf(session)
        const lunch = span / daysOf(session) > 6 ? daysOf(session) : 0
        expect(session.hours, title).toBe(span - lunch)
      }
      if (sessions.length)
        expect(duration, title).toContain(`${sum(sessions.map(({ hours }) => hours ?? 0))} ore`)
    }
  })

  test('begin where the plan puts them on the day the demo was made', () => {
    const starts = courses.map((course) => course.sessions[0]?.startDate)
    expect(starts.slice(0, 4)).toEqual(['2027-01-16', '2027-01-22', '2027-02-02', '2027-02-12'])
  })
})

describe('demo people and enrolments', () => {
  test('have example addresses, each once', () => {
    const invented = [...PEOPLE_WITHOUT_SIGN_IN, ...Object.values(DEMO_ACCOUNTS)]
    for (const { email } of invented) expect(email).toMatch(/^[a-z.]+@example\.org$/)
    expect(new Set(invented.map(({ email }) => email)).size).toBe(invented.length)
  })

  test('name people and published courses that exist, each pair once', () => {
    const emails = new Set([...PEOPLE_WITHOUT_SIGN_IN.map(({ email }) => email), DEMO_ACCOUNTS.member.email])
    const slugs = new Set(published.map(({ slug }) => slug))
    for (const { person, course, daysAgo, state, reason } of demoEnrolments) {
      expect(emails).toContain(person)
      expect(slugs).toContain(course)
      expect(daysAgo).toBeGreaterThanOrEqual(0)
      if (reason) expect(state).toBe('rejected')
    }
    expect(new Set(demoEnrolments.map(({ person, course }) => `${person} ${course}`)).size).toBe(
      demoEnrolments.length,
    )
  })

  test('leave the seats that the demo is meant to show', () => {
    for (const { slug } of courses) expect(seatsLeft(slug) ?? 0, slug).toBeGreaterThanOrEqual(0)
    expect(seatsLeft('marketing-strategico-e-vendite-4-0')).toBe(5)
    expect(seatsLeft('comunicazione-persuasiva-e-pnl-avanzata')).toBe(8)
    expect(seatsLeft('controllo-di-gestione-per-pmi')).toBe(11)
    expect(seatsLeft('leadership-team-empowerment')).toBe(2)
    expect(seatsLeft('digital-tools-per-l-innovazione-aziendale')).toBeNull()
    expect(seatsLeft('short-master-in-management-e-gestione-d-azienda')).toBe(14)
    expect(seatsLeft('bilancio-e-contabilita-per-non-specialisti')).toBe(9)
    expect(seatsLeft('gestione-dei-progetti-per-piccoli-gruppi')).toBe(0)
  })

  test('give Giulia one course in each state, the completed one over and the approved one ahead', () => {
    const hers = demoEnrolments.filter(({ person }) => person === DEMO_ACCOUNTS.member.email)
    expect(hers.map(({ state }) => state).toSorted()).toEqual([
      'approved',
      'completed',
      'in_progress',
      'pending',
      'rejected',
    ])
    const courseOf = (state: string) =>
      courses.find(({ slug }) => slug === hers.find((link) => link.state === state)?.course) as DemoCourse
    expect(isOver(courseOf('completed'), TODAY)).toBe(true)
    expect(courseOf('approved').sessions.every(({ startDate }) => startDate > TODAY)).toBe(true)
    expect(hers.find(({ state }) => state === 'rejected')?.reason).toBeTruthy()
  })

  test('have no enrolment that begins or ends before its course', () => {
    for (const { course, state, daysAgo } of demoEnrolments) {
      const { sessions } = courses.find(({ slug }) => slug === course) as DemoCourse
      const first = sessions[0]?.startDate
      if (first && state === 'completed') expect(plusDays(TODAY, -daysAgo) < first).toBe(true)
      if (first && state === 'in_progress') expect(first <= TODAY).toBe(true)
    }
  })

  test('keep requests waiting for different times, and tell them oldest first', () => {
    const waiting = demoEnrolments.filter(({ state }) => state === 'pending').map(({ daysAgo }) => daysAgo)
    expect(new Set(waiting).size).toBe(waiting.length)
    const order = demoEnrolments.map(({ daysAgo }) => daysAgo)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
  })
})
