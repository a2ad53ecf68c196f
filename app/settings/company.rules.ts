import type { Company } from '../content/settings.rules'
import { emailAddressesIn } from '../parsing/emails.rules'
import { readLink } from '../parsing/entries.rules'
import { phoneParts } from '../parsing/phone.rules'
import { readFields } from './fields.rules'

type CompanyText = Partial<Record<keyof Company, string>>

export const COMPANY_LABELS: Record<keyof Company, string> = {
  name: 'Nome',
  legalName: 'Ragione sociale',
  tagline: 'Motto',
  partner: 'Università partner',
  founded: 'Anno di fondazione',
  vat: 'Partita IVA',
  rea: 'REA',
  pec: 'PEC',
  registeredOffice: 'Sede legale',
  phone: 'Telefono',
  email: 'Email',
  studioUrl: 'Indirizzo de «Lo Studio»',
  reviewsUrl: 'Indirizzo delle recensioni',
  signatory: 'Chi firma gli attestati',
  signatoryRole: 'Ruolo di chi firma',
}

const COMPANY_FIELDS = Object.keys(COMPANY_LABELS) as (keyof Company)[]

/** Most characters of each field. */
export const COMPANY_LIMITS = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, 200])) as Record<
  keyof Company,
  number
>
const VAT = /^(IT)?(\d{11})$/i
const REA = /^[A-Z]{2}-\d{1,7}$/
const YEAR = /^\d{4}$/
const FIRST_YEAR = 1900

/**
 * Reads the form of the company. `year`: the present year; the company cannot be founded after it. The value is only
 * fit to be stored without `errors`.
 */
export function readCompany(text: CompanyText, year: number): { value: Company; errors: CompanyText } {
  const { typed, errors } = readFields(text, COMPANY_LIMITS, COMPANY_FIELDS)
  const refuse = (field: keyof Company, sentence: string) => {
    errors[field] ??= sentence
  }
  const vat = VAT.exec(typed.vat.replaceAll(' ', ''))?.[2]
  if (!vat) refuse('vat', 'La partita IVA ha 11 cifre')
  const rea = typed.rea.toUpperCase().replace(/\s*[- ]\s*/, '-')
  if (!REA.test(rea)) refuse('rea', 'Il REA si scrive con la provincia e il numero, per esempio AP-123456')
  const address = (field: 'email' | 'pec') => {
    const [first, ...others] = emailAddressesIn(typed[field])
    if (!first || others.length > 0)
      refuse(field, 'Scrivi un indirizzo email, per esempio segreteria@scuola.it')
    return first ?? ''
  }
  const link = (field: 'studioUrl' | 'reviewsUrl') => {
    const { value, problem } = readLink(typed[field])
    if (problem) refuse(field, `Il link: ${problem}`)
    return value ?? ''
  }
  if (!isOneNumber(typed.phone))
    refuse('phone', 'Scrivi un solo numero di telefono, senza interno, per esempio +39 0736 123456')
  const founded = YEAR.test(typed.founded) ? Number(typed.founded) : 0
  if (founded < FIRST_YEAR || founded > year) refuse('founded', `Scrivi un anno dal ${FIRST_YEAR} al ${year}`)
  const value = {
    ...typed,
    founded,
    vat: vat ?? '',
    rea,
    pec: address('pec'),
    email: address('email'),
    studioUrl: link('studioUrl'),
    reviewsUrl: link('reviewsUrl'),
  }
  return { value, errors }
}

/** Whether a phone field has one number and no other digits, so that its `telLink` dials that number. */
function isOneNumber(phone: string): boolean {
  const partsWithDigits = phoneParts(phone).filter(({ text }) => /\d/.test(text))
  return partsWithDigits.length === 1 && partsWithDigits[0]?.link !== undefined
}

/** Returns the texts with which the form shows the stored company. */
export const writeCompany = (company: Company) => ({ ...company, founded: String(company.founded) })
