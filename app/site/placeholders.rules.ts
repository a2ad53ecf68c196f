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

/** The names of the placeholders in a text, without their brackets. */
export const placeholdersIn = (text: string) =>
  [...text.matchAll(/\[([^[\]]+)\]/g)].map(([, name = '']) => name)

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
