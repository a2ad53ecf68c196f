import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { readDay } from '../parsing/dates.rules'
import { legalTextProblem } from '../site/legal-markup.rules'

type StoredVersion = { number: number; revision: number; savedAt: Date; publishedAt: Date | null }

/**
 * A text that changes with each publication and each change of the draft. A form that was opened with another revision
 * than the present one is refused.
 */
export function pageRevision(versions: readonly StoredVersion[]): string {
  const published = versions.filter(({ publishedAt }) => publishedAt).map(({ number }) => number)
  const draft = versions.find(({ publishedAt }) => !publishedAt)
  const draftPart = draft ? `${draft.number}.${draft.revision}` : 0
  // The number of a discarded draft comes back, the moment does not. Version 1 comes with the program.
  const saved = versions.filter(({ number }) => number > 1).map(({ savedAt }) => savedAt.getTime())
  return `${Math.max(1, ...published)}.${draftPart}.${Math.max(0, ...saved)}`
}

/** What is typed in the form of a version. */
export type TypedVersion = { text: string; inForceFrom: string }

export const LEGAL_LABELS = { text: 'Testo', inForceFrom: 'In vigore dal' }

/** Reads the form of a version. A draft needs no day, and its text may still have errors of markup. */
export function readLegal(typed: TypedVersion, isDraft: boolean) {
  const day = readDay(typed.inForceFrom)
  const inForceFrom = 'value' in day ? day.value : null
  const errors: Partial<Record<keyof TypedVersion, string>> = {}
  const textProblem = legalTextProblem(typed.text, isDraft)
  if (textProblem) errors.text = textProblem
  if ('problem' in day) errors.inForceFrom = `La data: ${day.problem}`
  else if (!inForceFrom && !isDraft) errors.inForceFrom = 'Scrivi da quale giorno vale'
  return { text: typed.text, inForceFrom, errors }
}

/** Unifies the line ends, and removes NUL characters and spaces at the ends of lines and of the text. */
export const tidyLegalText = (text: string) =>
  text
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()

/** 'Pubblica da oggi', 'Pubblica dal 1º marzo 2027'. `day`: YYYY-MM-DD, '' for none. */
export function publishLabel(day: string, today: string): string {
  if (day === today) return 'Pubblica da oggi'
  const words = formatDate(day, 'd MMMM yyyy')
  return words ? `Pubblica ${withArticle('dal', words)}` : 'Pubblica'
}
