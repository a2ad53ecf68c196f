import { z } from 'zod'
import { type LineMatch, type Proposal, type Proposals, referencesIn } from './matching.rules'
import { type CountedLine, LINE_TEXT_MOST, type SkippedLine } from './rules'

/** The form of a statement that was read. It carries the lines in fields, so that the file is not sent again. */

/** The hidden field of each line (`writeLineField`). */
export const LINE_FIELD = 'riga'
/**
 * The box that is ticked to register the proposal of a matched line. Its value is what the office sees of the proposal
 * (`certaintyOf`). `line`: the number of the line in the statement.
 */
export const choiceField = (line: number) => `scelta-${line}`
/** The field in which the causale of an unmatched line is typed. */
export const causaleField = (line: number) => `causale-${line}`
/** The field that chooses a proposed enrolment for an unmatched line, by its `reference`, or `OTHER_ENROLMENT`. */
export const candidateField = (line: number) => `per-chi-${line}`
export const OTHER_ENROLMENT = 'altra'

const LineText = z
  .string()
  .max(LINE_TEXT_MOST)
  .refine((text) => !text.includes('\0'))
/** A `CountedLine` in a hidden field. The cents and the ordinal are at most what their columns store. */
const LineField: z.ZodType<CountedLine> = z.object({
  line: z.int().min(0),
  day: z.iso.date(),
  cents: z.int().min(1).max(9_999_999_999),
  text: LineText,
  bankReference: LineText.nullable(),
  ordinal: z.int().min(1).max(32_767),
})

/** Writes a line as the value of a hidden field. */
export const writeLineField = (line: CountedLine): string => JSON.stringify(line)

/** Reads what `writeLineField` has written; null for any other text. */
export const readLineField = (value: unknown): CountedLine | null =>
  LineField.safeParse(parseJson(String(value))).data ?? null

/** Reads the lines that a form carries, each number once. */
export function linesFrom(form: FormData): CountedLine[] {
  const lines = form.getAll(LINE_FIELD).flatMap((value) => readLineField(value) ?? [])
  return [...new Map(lines.map((line) => [line.line, line])).values()]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * What the office has chosen, by the numbers of the lines in the statement; places in the list of proposals would
 * change when a colleague registers some lines meanwhile. `chosen`: the ticked lines, each with what its row showed
 * (`certaintyOf`); `candidates`: what is chosen in each `candidateField`; `causali`: typed causali, which count where
 * no candidate, or `OTHER_ENROLMENT`, is chosen.
 */
export type StatementChoices = {
  chosen: Record<number, string>
  candidates: Record<number, string>
  causali: Record<number, string>
}

/** Reads the choices of the form. `lines`: those that the form carries; choices for other lines are left out. */
export function choicesFrom(form: FormData, lines: readonly CountedLine[]): StatementChoices {
  const numbers = lines.map(({ line }) => line)
  const textsOf = (field: (line: number) => string) =>
    Object.fromEntries(
      numbers.flatMap((line) => {
        const text = String(form.get(field(line)) ?? '').trim()
        return text ? [[line, text] as const] : []
      }),
    )
  return {
    chosen: textsOf(choiceField),
    candidates: textsOf(candidateField),
    causali: textsOf(causaleField),
  }
}

/** Whether the office has chosen nothing, so that there is nothing to register. */
export const isNothingChosen = ({ chosen, candidates, causali }: StatementChoices) =>
  [chosen, candidates, causali].every((choices) => Object.keys(choices).length === 0)

/**
 * What the page shows of a statement. `account`: the IBAN that it names, '' if it names none; `format`: in words, ''
 * when the page is shown again after a refusal; `days`: the first and last day of the incoming lines, null without
 * them.
 */
export type ShownStatement = {
  account: string
  format: string
  days: [from: string, to: string] | null
  skipped: SkippedLine[]
  proposals: Proposals
  choices: StatementChoices
}
/** The choices of a new form: the certain proposals are ticked. */
export const initialChoices = ({ certain }: Proposals): StatementChoices => ({
  chosen: Object.fromEntries(certain.map(({ line, match }) => [line.line, certaintyOf(match)])),
  candidates: {},
  causali: {},
})

/** Says how far a match can be trusted: 'certain', or its doubt. */
export const certaintyOf = (match: LineMatch): string =>
  match.verdict === 'certain' ? match.verdict : match.doubt

/** Whether a line is ticked, and its proposal is the one that the office has seen, or has become certain. */
export const isChosen = ({ line, match }: Proposal, { chosen }: StatementChoices): boolean =>
  chosen[line.line] !== undefined && ['certain', chosen[line.line]].includes(certaintyOf(match))

/** A line that the office registers as a payment. `reference`: the number of the causale of its enrolment. */
export type Booking = { line: CountedLine; reference: number }

const NO_REFERENCE = 'Scrivi la causale dell’iscrizione: RF e otto cifre'
const ENROLMENT_CHANGED =
  'Nel frattempo è cambiata l’iscrizione che questa riga pagava: scegli per chi è, o lasciala da abbinare'
const PROPOSAL_CHANGED =
  'Nel frattempo è cambiata la proposta per questa riga: controllala, e spunta la riga se va registrata'
const NOT_A_CANDIDATE = 'Questa iscrizione non è tra quelle proposte: scegline una, o scrivi la causale'

/**
 * Returns what the office has chosen to register, and the errors of candidates and causali by the name of the field.
 */
export function bookingsOf({ certain, doubtful }: Proposals, choices: StatementChoices) {
  const { chosen, candidates, causali } = choices
  const errors: Record<string, string> = {}
  const bookings = [...doubtful, ...certain].flatMap((proposal): Booking[] => {
    const { line, match } = proposal
    const candidate = candidates[line.line]
    const causale = causali[line.line]
    if (causale !== undefined && (candidate === undefined || candidate === OTHER_ENROLMENT)) {
      const { numbers, invalidCount } = referencesIn(causale)
      const [reference] = numbers
      if (reference !== undefined && numbers.length + invalidCount === 1) return [{ line, reference }]
      errors[causaleField(line.line)] = NO_REFERENCE
      return []
    }
    if (candidate !== undefined) {
      const candidateEnrolments = match.verdict === 'unmatched' ? match.candidates : [match.enrolment]
      const enrolment = candidateEnrolments.find(({ reference }) => String(reference) === candidate)
      if (enrolment) return [{ line, reference: enrolment.reference }]
      if (candidate === OTHER_ENROLMENT) errors[causaleField(line.line)] = NO_REFERENCE
      else errors[candidateField(line.line)] = NOT_A_CANDIDATE
      return []
    }
    if (chosen[line.line] === undefined) return []
    if (match.verdict === 'unmatched') errors[causaleField(line.line)] = ENROLMENT_CHANGED
    else if (isChosen(proposal, choices)) return [{ line, reference: match.enrolment.reference }]
    else errors[choiceField(line.line)] = PROPOSAL_CHANGED
    return []
  })
  return { bookings, errors }
}

/** The label 'Riga 4' by the name of each field of a line. */
export const lineLabels = (lines: readonly CountedLine[]) =>
  Object.fromEntries(
    lines.flatMap(({ line }) =>
      [choiceField(line), candidateField(line), causaleField(line)].map(
        (field) => [field, `Riga ${line}`] as const,
      ),
    ),
  )

/**
 * The id of the field that says which enrolment a line pays: a chosen candidate, a causale, or the box of a proposal.
 */
export function enrolmentField(line: number, { candidates, causali }: StatementChoices): string {
  const candidate = candidates[line]
  if (candidate !== undefined && candidate !== OTHER_ENROLMENT) return candidateField(line)
  return causali[line] === undefined ? choiceField(line) : causaleField(line)
}
