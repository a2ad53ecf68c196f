import { z } from 'zod'
import { type Proposals, referencesIn } from './matching.rules'
import { type CountedLine, LINE_TEXT_MOST, type SkippedLine } from './rules'

/** The form of a statement that was read: its lines travel with it, and the file is not sent again. */

export const LINE_FIELD = 'riga'
export const CHOICE_FIELD = 'scelta'
/** Where one writes the causale of a line that has none. `place`: of the line in the form, from 0. */
export const causaleField = (place: number) => `causale-${place}`

const Line = z.tuple([
  z.int().min(0),
  z.iso.date(),
  z.int().min(1).max(9_999_999_999),
  z.string().max(LINE_TEXT_MOST),
  z.string().max(LINE_TEXT_MOST).nullable(),
  z.int().min(1).max(32_767),
])

/** A line as the value of a field. */
export const writeLineField = ({ line, day, cents, text, bankReference, ordinal }: CountedLine): string =>
  JSON.stringify([line, day, cents, text, bankReference, ordinal] satisfies z.infer<typeof Line>)

/** Inverse of `writeLineField`; null for another text. */
export function readLineField(value: unknown): CountedLine | null {
  const parsed = Line.safeParse(jsonOf(String(value)))
  if (!parsed.success) return null
  const [line, day, cents, text, bankReference, ordinal] = parsed.data
  return { line, day, cents, text, bankReference, ordinal }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What the office has chosen: places of lines, and the causali that it wrote, by place. */
export type StatementChoices = { chosen: number[]; causali: Record<number, string> }

export function choicesFrom(form: FormData, lines: number): StatementChoices {
  const chosen = form.getAll(CHOICE_FIELD).map(Number)
  const places = Array.from({ length: lines }, (_, place) => place)
  const written = places.flatMap((place) => {
    const text = String(form.get(causaleField(place)) ?? '').trim()
    return text ? [[place, text] as const] : []
  })
  return { chosen: places.filter((place) => chosen.includes(place)), causali: Object.fromEntries(written) }
}

/** What the page shows of a statement that was read. `days`: the first and the last of its lines. */
export type ShownStatement = {
  account: string
  format: string
  days: [from: string, to: string] | null
  skipped: SkippedLine[]
  proposals: Proposals
  choices: StatementChoices
}
/** The lines of certain proposals are chosen from the beginning; they stand last in the form. */
export const firstChoices = ({ certain, doubtful }: Proposals): StatementChoices => ({
  chosen: certain.map((_, place) => doubtful.length + place),
  causali: {},
})

/** A payment that a line becomes. `reference`: the number of the enrolment. */
export type Booking = { line: CountedLine; reference: number }

const NO_REFERENCE = 'Scrivi la causale dell’iscrizione: RF e otto cifre'
const SEVERAL = 'Scrivi una causale sola'

/** The payments that the office has chosen, and the errors of the causali that it wrote. */
export function bookingsOf(
  { certain, doubtful }: Proposals,
  { chosen, causali }: StatementChoices,
): { bookings: Booking[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const bookings = [...doubtful, ...certain].flatMap(({ line, match }, place): Booking[] => {
    const causale = causali[place]
    if (causale !== undefined) {
      const [reference, ...others] = referencesIn(causale).numbers
      if (reference !== undefined && others.length === 0) return [{ line, reference }]
      errors[causaleField(place)] = others.length > 0 ? SEVERAL : NO_REFERENCE
      return []
    }
    if (!chosen.includes(place) || match.verdict === 'unmatched') return []
    return [{ line, reference: match.enrolment.reference }]
  })
  return { bookings, errors }
}
