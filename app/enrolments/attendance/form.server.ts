import type { NewMark, ReplacedMark } from './commands.server'
import {
  MARK_FIELDS,
  type MarkErrors,
  type MarkText,
  markField,
  markInWords,
  type RegisterLesson,
  readMark,
} from './rules'

/** Characters of a field: an hour, or minutes. */
const MOST = 20

/**
 * The rows of the form that differ from what the page showed, as marks.
 * @returns `errors` by enrolment where a row cannot be read
 */
export function readMarks(form: FormData, lesson: RegisterLesson) {
  const marks: NewMark[] = []
  const errors: Record<string, MarkErrors> = {}
  const rows: Record<string, MarkText> = {}
  for (const field of new Set(form.keys())) {
    const [, enrolment] = /^presence-(.{1,64})$/.exec(field) ?? []
    if (!enrolment) continue
    const text = rowOf(form, enrolment)
    const shown = rowOf(form, enrolment, true)
    rows[enrolment] = text
    if (MARK_FIELDS.every((name) => text[name] === shown[name])) continue
    const read = readMark(text, lesson)
    if (read.errors) errors[enrolment] = read.errors
    else if (read.mark)
      marks.push({ enrolment, mark: read.mark, shown: readMark(shown, lesson).mark ?? null })
  }
  return { marks, errors, rows }
}

/** For whoever has replaced the marks of colleagues. */
export function replacedInWords(replaced: readonly ReplacedMark[], lesson: RegisterLesson): string[] {
  return replaced.map(
    ({ name, by, mark }) =>
      `${by ?? 'Qualcuno'} aveva segnato ${name}: ${markInWords(mark, lesson)}. Ora vale il tuo segno.`,
  )
}

function rowOf(form: FormData, enrolment: string, shown = false): MarkText {
  const value = (name: keyof MarkText) =>
    String(form.get(markField(name, enrolment, shown)) ?? '').slice(0, MOST)
  return {
    presence: value('presence'),
    arrived: value('arrived'),
    left: value('left'),
    minutes: value('minutes'),
  }
}
