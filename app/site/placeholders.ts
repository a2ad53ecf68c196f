import { siteSettings } from './settings'

/** N of 'Oltre N anni', since the year of the foundation. `today`: YYYY-MM-DD. */
export function yearsOfExperience(today: string): number {
  return Number(today.slice(0, 4)) - siteSettings().company.founded
}

/** What stands for '[azienda]' in a text that the office writes. `today`: YYYY-MM-DD. */
export function companyWords(today: string): Record<string, string> {
  const { name, partner, founded, email, phone } = siteSettings().company
  return {
    azienda: name,
    ateneo: partner,
    anno: String(founded),
    anni: String(yearsOfExperience(today)),
    email,
    telefono: phone,
  }
}

/** Puts values where a text names them in brackets; an unknown name stays. */
export function fillIn(text: string, values: Record<string, string>): string {
  return text.replace(/\[([^\]]+)\]/g, (whole, name: string) => values[name] ?? whole)
}
