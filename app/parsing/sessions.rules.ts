import { isoDay, type Token, tokensOf } from './dates.rules'
import { linesOf } from './rules'

/** Days YYYY-MM-DD, times HH:MM in Italy or null. */
export type SessionFacts = {
  startDate: string
  startTime?: string | null
  endDate: string
  endTime?: string | null
  hours?: number | null
}

/** Derived from the sessions (decisions §4). No total while a session has no hours. */
export function spanOf(sessions: readonly SessionFacts[]) {
  const hours = sessions.flatMap((session) => session.hours ?? [])
  const complete = hours.length > 0 && hours.length === sessions.length
  return {
    startDate: sessions.map((session) => session.startDate).sort()[0] ?? null,
    endDate:
      sessions
        .map((session) => session.endDate)
        .sort()
        .at(-1) ?? null,
    totalHours: complete ? Math.round(hours.reduce((sum, n) => sum + n, 0) * 100) / 100 : null,
  }
}

/** `number` is stable for calendar programs. */
export type Numbered = SessionFacts & { number: number }

/**
 * Numbers sessions: each keeps the number of the same session `before`, else of one with its day and start, else of one
 * on its day, else of one that is left.
 */
export function numbered(sessions: readonly SessionFacts[], before: readonly Numbered[]): Numbered[] {
  const left = [...before]
  const numbers = new Map<SessionFacts, number>()
  const keep = (isSame: (session: SessionFacts, old: SessionFacts) => boolean) => {
    for (const session of sessions.filter((session) => !numbers.has(session))) {
      const at = left.findIndex((old) => isSame(session, old))
      const [old] = at < 0 ? [] : left.splice(at, 1)
      if (old) numbers.set(session, old.number)
    }
  }
  keep((session, old) => writeSession(session) === writeSession(old))
  keep((session, old) => beginOf(session) === beginOf(old))
  keep((session, old) => session.startDate === old.startDate)
  keep(() => true)
  let last = Math.max(0, ...before.map(({ number }) => number))
  return sessions.map((session) => ({ ...session, number: numbers.get(session) ?? ++last }))
}

const beginOf = ({ startDate, startTime }: SessionFacts) => `${startDate} ${clock(startTime)}`

/** `number` from 1; a session or an error. */
export type Reading = { number: number; text: string } & (
  | { session: SessionFacts; problem?: never }
  | { session?: never; problem: string }
)

export const MOST_SESSIONS = 200

/**
 * One per line: '10/03/2026 9:00-18:00 (8 ore)', '10 marzo 2026, 4 ore', 'dal 10 al 12 marzo 2026', ISO dates, JSON of older
 * data (decisions §4). Never throws. Hours follow from times with written pauses: '10/03/2026 9-13, 14-18'.
 */
export function readSessions(text: string): Reading[] {
  const lines = linesOf(text, asTyped)
  return lines.slice(0, MOST_SESSIONS).map((line, index) => {
    const place = { number: index + 1, text: line }
    if (index === MOST_SESSIONS - 1 && lines.length > MOST_SESSIONS)
      return { ...place, problem: `Ci sono più di ${MOST_SESSIONS} sessioni` }
    const read = readSession(line)
    return typeof read === 'string' ? { ...place, problem: read } : { ...place, session: read }
  })
}

/** Inverse of `readSessions`. */
export function writeSessions(sessions: readonly SessionFacts[]): string {
  return sessions.map(writeSession).join('\n')
}

/** '10/03/2026 9:00-18:00 (8 ore)' */
export function writeSession({ startDate, startTime, endDate, endTime, hours }: SessionFacts): string {
  const [from, to] = [clock(startTime), clock(endTime)]
  const several = endDate !== startDate
  const begin = [day(startDate), from].filter(Boolean).join(' ')
  const end = several
    ? ` - ${[day(endDate), to && (from ? to : `fino alle ${to}`)].filter(Boolean).join(' ')}`
    : ''
  const until = several || !to ? '' : from ? `-${to}` : ` fino alle ${to}`
  const length = hours ? ` (${String(hours).replace('.', ',')} ${hours === 1 ? 'ora' : 'ore'})` : ''
  return begin + end + until + length
}

const day = (iso: string) => iso.split('-').reverse().join('/')
const clock = (time: string | null | undefined) => time?.slice(0, 5).replace(/^0/, '')

// ── What the words of a line say together ───────────────────────────────────────────────────────────

function readSession(line: string): SessionFacts | string {
  const tokens = tokensOf(line)
  if (typeof tokens === 'string') return tokens
  const dates = datesIn(tokens)
  if (typeof dates === 'string') return dates
  const { first, last, rest } = dates

  const hours = rest.filter((token) => token.kind === 'hours')
  if (hours.length > 1) return 'le ore sono scritte due volte'
  const length = hours[0]?.value
  if (length !== undefined && !(length > 0 && length < 1000))
    return 'le ore devono essere più di 0 e meno di 1000'
  const times = timesIn(rest.filter((token) => token.kind !== 'hours'))
  if (typeof times === 'string') return times

  const session = {
    startDate: first,
    startTime: times.from,
    endDate: last,
    endTime: times.to,
    hours: length ?? ((first === last && times.hours) || null),
  }
  const begins = `${first} ${times.from ?? '00:00'}`
  const ends = `${last} ${times.to ?? '24:00'}`
  return ends < begins ? 'la fine viene prima dell’inizio' : (otherWeekday(line, first, last) ?? session)
}

const WEEKDAYS = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato']

/** A weekday that differs from that of its date. */
function otherWeekday(line: string, ...days: [first: string, last: string]): string | undefined {
  const named = line.toLowerCase().match(/(?:lune|marte|mercole|giove|vener)d[iì]|sabato|domenica/g) ?? []
  for (const [i, iso] of days.entries()) {
    const is = WEEKDAYS[new Date(iso).getUTCDay()]
    const said = named[i]?.replace(/i$/, 'ì')
    if (said && said !== is) return `il ${day(iso)} è ${is}, non ${said}`
  }
}

/** A day without a month takes that of the second. */
function datesIn(tokens: Token[]): { first: string; last: string; rest: Token[] } | string {
  const at = tokens.findIndex((token) => token.kind === 'date')
  const found = tokens[at]
  if (found?.kind !== 'date') return 'manca la data'
  const before = tokens.slice(0, at)
  if (before.length > 0) {
    const [number, link] = before
    if (before.length !== 2 || number?.kind !== 'number') return 'la data va scritta per prima'
    if (link?.kind !== 'to') return 'scrivi una riga per ogni giorno'
    return span({ ...found, day: number.value }, found, tokens.slice(at + 1))
  }
  const others = tokens.slice(1).filter((token) => token.kind === 'date')
  if (others.length > 1) return 'ci sono più di due date'
  const [second] = others
  if (!second) return span(found, found, tokens.slice(1))
  const where = tokens.indexOf(second)
  if (tokens[where - 1]?.kind !== 'to') return 'scrivi una riga per ogni giorno'
  return span(found, second, [...tokens.slice(1, where - 1), ...tokens.slice(where + 1)])
}

type Day = { day: number; month: number; year?: number }

function span(first: Day, last: Day, rest: Token[]): { first: string; last: string; rest: Token[] } | string {
  if (last.year === undefined) return 'manca l’anno'
  const begins = isoDay({ ...first, year: first.year ?? last.year - (first.month > last.month ? 1 : 0) })
  const ends = isoDay({ ...last, year: last.year })
  return begins && ends ? { first: begins, last: ends, rest } : 'questa data non esiste'
}

const SHAPES = { time: 't', number: 't', to: '-', and: '+', date: 'd', hours: 'h' } as const

/** For two ranges the hours exclude the pause. */
function timesIn(tokens: Token[]): { from: string | null; to: string | null; hours?: number } | string {
  const times = tokens.flatMap((token) => {
    if (token.kind === 'number') return `${String(token.value).padStart(2, '0')}:00`
    return token.kind === 'time' ? token.value : []
  })
  if (!times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))) return 'questo orario non esiste'
  const [only = null] = times
  const shape = tokens.map(({ kind }) => SHAPES[kind]).join('')
  if (shape === '') return { from: null, to: null }
  if (shape === 't') return { from: only, to: null }
  if (shape === '-t') return { from: null, to: only }
  if (/^(tt|t-t)$/.test(shape)) return { from: only, to: times.at(-1) ?? null }
  const inOrder = times.every((time, i) => i === 0 || time >= (times[i - 1] ?? ''))
  if (/^t-t(\+?t-t)+$/.test(shape) && inOrder)
    return { from: only, to: times.at(-1) ?? null, hours: hoursOf(times) }
  return 'l’orario non è chiaro: scrivilo come 9:00-18:00'
}

/** Two decimals. */
function hoursOf(times: string[]): number {
  const minutes = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  const sum = minutes.reduce((total, minute, i) => total + (i % 2 === 0 ? -minute : minute), 0)
  return Math.round((sum / 60) * 100) / 100
}

function asTyped({ inizio, fine, ore, ...other }: Record<string, unknown>): string {
  if (!inizio || Object.keys(other).length > 0) return JSON.stringify({ inizio, fine, ore, ...other })
  return `${inizio}${fine ? ` - ${fine}` : ''}${ore ? ` (${ore} ore)` : ''}`
}
