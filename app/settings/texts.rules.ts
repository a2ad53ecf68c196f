import type { Feature, SiteTexts } from '../content/settings.rules'
import {
  COMPANY_PLACEHOLDERS,
  CONTACT_PLACEHOLDERS,
  paragraphProblem,
  tidyParagraph,
} from './paragraphs.rules'

/** A field of the form. `most`: most characters; `rows`: the rows of a text area, undefined for a field of one line. */
type TextField = { name: string; label: string; most: number; rows?: number; hint?: string }
/** A part of the texts of the site, with a form of its own. */
export type TextPart = {
  id: 'home' | 'partnership' | 'benefits' | 'about' | 'values' | 'payment'
  title: string
  /** The name in the menu of the parts. */
  short: string
  /** The placeholders that its texts may contain, by the label of the button that writes them. */
  placeholders: Record<string, string>
  fields: TextField[]
}

/** The only field of several paragraphs. */
const STORY_FIELD = 'about.story'

const featureFields = (path: string, name: string): TextField[] =>
  [1, 2, 3, 4].flatMap((place) => [
    { name: `${path}.${place - 1}.title`, label: `${name} ${place}`, most: 60 },
    { name: `${path}.${place - 1}.text`, label: `${name} ${place}, testo`, most: 240, rows: 3 },
  ])

/** The parts in the order of the site. The name of a field is its path in `SiteTexts`. */
export const TEXT_PARTS: TextPart[] = [
  {
    id: 'home',
    title: 'Home',
    short: 'Home',
    placeholders: COMPANY_PLACEHOLDERS,
    fields: [
      { name: 'home.title.0', label: 'Titolo, prima riga', most: 60 },
      { name: 'home.title.1', label: 'Titolo, seconda riga', most: 60 },
      { name: 'home.lead', label: 'Sotto il titolo', most: 240, rows: 3 },
    ],
  },
  {
    id: 'partnership',
    title: 'Collaborazione con l’università',
    short: 'Università',
    placeholders: COMPANY_PLACEHOLDERS,
    fields: [
      { name: 'home.partnershipTitle', label: 'Titolo della collaborazione', most: 80 },
      { name: 'home.partnership', label: 'Testo della collaborazione', most: 320, rows: 3 },
    ],
  },
  {
    id: 'benefits',
    title: 'Quattro vantaggi',
    short: 'Vantaggi',
    placeholders: COMPANY_PLACEHOLDERS,
    fields: featureFields('home.benefits', 'Vantaggio'),
  },
  {
    id: 'about',
    title: 'Chi siamo',
    short: 'Chi siamo',
    // 'anni': the years since the foundation. Only the page 'Chi siamo' fills it in.
    placeholders: { ...COMPANY_PLACEHOLDERS, Anni: 'anni' },
    fields: [
      { name: 'about.lead', label: 'Presentazione', most: 240, rows: 3 },
      {
        name: STORY_FIELD,
        label: 'La nostra storia',
        most: 2500,
        rows: 12,
        hint: 'Una riga vuota separa i paragrafi.',
      },
    ],
  },
  {
    id: 'values',
    title: 'Quattro valori',
    short: 'Valori',
    placeholders: COMPANY_PLACEHOLDERS,
    fields: featureFields('about.values', 'Valore'),
  },
  {
    id: 'payment',
    title: 'Pagamento, dopo l’approvazione',
    short: 'Pagamento',
    placeholders: { ...COMPANY_PLACEHOLDERS, ...CONTACT_PLACEHOLDERS },
    fields: [
      { name: 'payment.next', label: 'Se l’edizione è certa', most: 240, rows: 3 },
      { name: 'payment.later', label: 'Se aspetta il numero minimo', most: 240, rows: 3 },
    ],
  },
]

/** Returns the part with this id; the first part for an unknown id or null. */
export function textPart(id: string | null): TextPart {
  const [first] = TEXT_PARTS as [TextPart, ...TextPart[]]
  return TEXT_PARTS.find((part) => part.id === id) ?? first
}

/** Returns the part that the query of an address names. */
export const textPartIn = (search: URLSearchParams) => textPart(search.get('parte'))

const TEXT_FIELDS = TEXT_PARTS.flatMap(({ fields }) => fields)
export const TEXT_LABELS = Object.fromEntries(TEXT_FIELDS.map(({ name, label }) => [name, label]))
export const TEXT_LIMITS = Object.fromEntries(TEXT_FIELDS.map(({ name, most }) => [name, most]))

type Texts = Record<string, string>

/**
 * Reads the form of one part; the other parts keep their stored texts. `errors`: a sentence for each field that cannot
 * be saved.
 */
export function readTextPart({ fields, placeholders }: TextPart, typed: Texts, stored: SiteTexts) {
  const errors: Texts = {}
  const text = writeTexts(stored)
  for (const { name, most } of fields) {
    text[name] = typed[name] ?? ''
    const problem = paragraphProblem(text[name], most, Object.values(placeholders))
    if (problem) errors[name] = problem
  }
  return { value: textsFrom(text), errors }
}

/** Returns the texts with which the form shows one part. */
export function writeTextPart({ fields }: TextPart, texts: SiteTexts): Texts {
  const written = writeTexts(texts)
  return Object.fromEntries(fields.map(({ name }) => [name, written[name] ?? '']))
}

/** Turns the texts of the fields into `SiteTexts`, without any check. */
export function textsFrom(text: Texts): SiteTexts {
  const line = (name: string) => tidyParagraph(text[name] ?? '')
  const features = (path: string): Feature[] =>
    [0, 1, 2, 3].map((place) => ({
      title: line(`${path}.${place}.title`),
      text: line(`${path}.${place}.text`),
    }))
  return {
    home: {
      title: [line('home.title.0'), line('home.title.1')],
      lead: line('home.lead'),
      benefits: features('home.benefits'),
      partnershipTitle: line('home.partnershipTitle'),
      partnership: line('home.partnership'),
    },
    about: {
      lead: line('about.lead'),
      story: paragraphsOf(text[STORY_FIELD] ?? ''),
      values: features('about.values'),
    },
    payment: { next: line('payment.next'), later: line('payment.later') },
  }
}

/** Splits a text at its empty lines. */
const paragraphsOf = (text: string) =>
  text
    .split(/\n[^\S\n]*\n/)
    .map(tidyParagraph)
    .filter(Boolean)

/** Returns the stored texts by the names of their fields, all parts together. */
function writeTexts(texts: SiteTexts): Texts {
  const at = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], texts)
  return Object.fromEntries(
    TEXT_FIELDS.map(({ name }) => [
      name,
      name === STORY_FIELD ? texts.about.story.join('\n\n') : String(at(name) ?? ''),
    ]),
  )
}
