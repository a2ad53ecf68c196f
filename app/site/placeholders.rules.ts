import type { Company, SiteSettings } from '../content/groups.rules'

/** What stands for '[azienda]' in a text that the office writes. */
export const companyWords = ({ name, partner, founded, email, phone }: Company) => ({
  azienda: name,
  ateneo: partner,
  anno: String(founded),
  email,
  telefono: phone,
})

/** Puts values where a text names them in brackets; an unknown name stays. */
export function fillWords(text: string, words: Record<string, string>): string {
  return text.replace(/\[([^[\]]+)\]/g, (whole, name: string) => words[name] ?? whole)
}

/** A name in brackets that a text may not have, with its brackets. */
export function unknownWord(text: string, known: readonly string[]): string | undefined {
  return [...text.matchAll(/\[([^[\]]+)\]/g)].find(([, name = '']) => !known.includes(name))?.[0]
}

/** The settings with the words of the company in their texts, as pages show them. */
export function fillTexts(settings: SiteSettings): SiteSettings {
  const words = companyWords(settings.company)
  const fill = <Value>(value: Value): Value => {
    if (typeof value === 'string') return fillWords(value, words) as Value
    if (Array.isArray(value)) return value.map(fill) as Value
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)])) as Value
  }
  return { ...settings, texts: fill(settings.texts), questions: fill(settings.questions) }
}
