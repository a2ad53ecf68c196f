import { formatCount } from '../italian/numbers'
import { readSessions } from '../parsing/session-lines.rules'
import type { CourseErrors, CourseText } from './rules'

type FormField = keyof CourseText

/**
 * The sections of the course form in their order, by the word in their anchor: publication, the course, how and where,
 * prices, calendar, programme, teachers, what participants read, contacts.
 */
export const SECTIONS = {
  pubblicazione: { title: 'Pubblicazione', fields: ['comingSoon', 'draft'] },
  corso: { title: 'Il corso', fields: ['title', 'shortDescription', 'description', 'slug', 'theme'] },
  dove: {
    title: 'Come e dove',
    fields: ['modalita', 'tipoSessione', 'level', 'location', 'maxPartecipanti', 'attendanceThreshold'],
  },
  prezzi: {
    title: 'Prezzi',
    fields: [
      'price',
      'priceEarlyBird',
      'earlyBirdUntil',
      'priceSingleModule',
      'paymentInstallments',
      'vatTreatment',
    ],
  },
  calendario: { title: 'Calendario', fields: ['sessions'] },
  programma: {
    title: 'Programma',
    fields: ['moduli', 'contenuti', 'destinatari', 'metodologie', 'certificazione'],
  },
  docenti: { title: 'Docenti', fields: ['teachers'] },
  iscritti: { title: 'Per chi è iscritto', fields: ['afterApproval', 'lessonsUrl'] },
  contatti: { title: 'Contatti e partner', fields: ['contattiEmail', 'partnerPromotori'] },
} as const satisfies Record<string, { title: string; fields: readonly FormField[] }>
export type Section = keyof typeof SECTIONS

const SECTION_ENTRIES = Object.entries(SECTIONS) as [
  Section,
  { title: string; fields: readonly FormField[] },
][]

/**
 * `changed`: how many fields of a section differ from the text with which the form began; `wrong`: how many need to be
 * looked at.
 */
export type SectionState = { changed: number; wrong: number }

/** The fields that differ from `base`, the text with which the form began. */
export function changedFields(text: CourseText, base: CourseText): FormField[] {
  return SECTION_ENTRIES.flatMap(([, { fields }]) => fields).filter((field) => text[field] !== base[field])
}

/**
 * The fields with an error or a warning of the last answer, and the sessions while one of their lines is unreadable.
 * `errors`: warnings included.
 */
export function wrongFields(text: CourseText, errors: CourseErrors): FormField[] {
  const isUnclear = readSessions(text.sessions).some(({ problem }) => problem)
  const fields = (Object.keys(errors) as FormField[]).filter((field) => sectionOf(field))
  return [...new Set(isUnclear ? [...fields, 'sessions' as const] : fields)]
}

/** The state of every section, counted from the changed and the wrong fields. */
export function sectionStates(
  changed: readonly FormField[],
  wrong: readonly FormField[],
): Record<Section, SectionState> {
  const states = SECTION_ENTRIES.map(([section, { fields }]) => {
    const countAmong = (others: readonly FormField[]) =>
      fields.filter((field) => others.includes(field)).length
    return [section, { changed: countAmong(changed), wrong: countAmong(wrong) }]
  })
  return Object.fromEntries(states)
}

/** The state of a section in words: '1 da vedere', else '2 cambiati', else ''. */
export function stateInWords({ changed, wrong }: SectionState): string {
  if (wrong > 0) return `${wrong} da vedere`
  return changed > 0 ? formatCount(changed, 'cambiato', 'cambiati') : ''
}

/** The section of a field, or undefined for a field of no section. */
export function sectionOf(field: string): Section | undefined {
  return SECTION_ENTRIES.find(([, { fields }]) => fields.some((name) => name === field))?.[0]
}

export function sectionAfter(section: Section): Section | undefined {
  const sections = SECTION_ENTRIES.map(([name]) => name)
  return sections[sections.indexOf(section) + 1]
}
