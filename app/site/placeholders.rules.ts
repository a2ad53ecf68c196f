import type { Company, SiteSettings } from '../content/settings.rules'

/**
 * The values of the placeholders for data of the company, such as '[azienda]', in texts that the office writes.
 * `ateneo`: the partner university; `anno`: the year of the foundation.
 */
export const companyValues = ({ name, partner, founded, email, phone }: Company) => ({
  azienda: name,
  ateneo: partner,
  anno: String(founded),
  email,
  telefono: phone,
})

/** Replaces each '[name]' of a text by its value in `values`; an unknown name stays as it is. */
export function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replace(/\[([^[\]]+)\]/g, (whole, name: string) => values[name] ?? whole)
}

/** Returns the first '[name]' of a text that is not among `known`, with its brackets; undefined if there is none. */
export function unknownPlaceholder(text: string, known: readonly string[]): string | undefined {
  return [...text.matchAll(/\[([^[\]]+)\]/g)].find(([, name = '']) => !known.includes(name))?.[0]
}

/** Returns the settings with the placeholders of texts and questions filled in, as pages show them. */
export function fillSettings(settings: SiteSettings): SiteSettings {
  const companyWords = companyValues(settings.company)
  const fill = <Value>(value: Value): Value => {
    if (typeof value === 'string') return fillPlaceholders(value, companyWords) as Value
    if (Array.isArray(value)) return value.map(fill) as Value
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)])) as Value
  }
  return { ...settings, texts: fill(settings.texts), questions: fill(settings.questions) }
}
