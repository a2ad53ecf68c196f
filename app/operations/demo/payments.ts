import { type BillingDetails, EMPTY_BILLING_DETAILS } from '../../payments/billing/rules'
import type { PaymentMethod } from '../../payments/rules'
import { DEMO_PEOPLE, type PersonKey } from './people'

/**
 * What a person pays: `nothing` yet, `part` of the first due, `all` dues at once and early, or `more` than all dues.
 */
type Habit = 'nothing' | 'part' | 'all' | 'more'

/**
 * How a person pays a course. `habit`: without one, each due by itself, the day before it; `by`: bank transfer by
 * default; `note`: of the office, about the payments.
 */
type WayToPay = { habit?: Habit; by?: PaymentMethod; note?: string }

/** By course (slug). Everybody else pays each due by bank transfer, the day before it. */
const PAYMENT_HABITS: Record<string, Partial<Record<PersonKey, WayToPay>>> = {
  'marketing-strategico-e-vendite-4-0': {
    luca: { habit: 'all', note: 'Paga Officine Esempio' },
    sara: { habit: 'part' },
    andrea: { habit: 'all', note: 'Paga Officine Esempio' },
    davide: { habit: 'nothing' },
    matteo: { by: 'card' },
  },
  'comunicazione-persuasiva-e-pnl-avanzata': { roberto: { habit: 'nothing' } },
  'leadership-team-empowerment': {
    elena: { habit: 'more' },
    simone: { habit: 'nothing' },
    stefano: { by: 'cash', note: 'In segreteria' },
  },
  'digital-tools-per-l-innovazione-aziendale': { martina: { habit: 'nothing' } },
  'gestione-dei-progetti-per-piccoli-gruppi': { andrea: { habit: 'all', note: 'Paga Officine Esempio' } },
  'sicurezza-informatica-per-studi-e-uffici': { marco: { by: 'card' } },
  'gestione-del-tempo-e-delle-priorita': { andrea: { habit: 'all', note: 'Paga Officine Esempio' } },
}

/** Euros that `more` pays beyond all dues. */
export const DEMO_EXTRA = 20
/** Euros that `part` pays. */
export const DEMO_PART = 150

/**
 * Returns how the person with this e-mail pays a course (slug); {} for each due by bank transfer, the day before it.
 */
export function demoPaying(email: string, course: string): WayToPay {
  const found = Object.entries(PAYMENT_HABITS[course] ?? {}).find(
    ([key]) => DEMO_PEOPLE[key as PersonKey].email === email,
  )
  return found?.[1] ?? {}
}

/** The billing details of a private person in Italy, without name, tax code and address. */
const PRIVATE_PERSON: BillingDetails = { ...EMPTY_BILLING_DETAILS, kind: 'person', name: '' }

const OFFICINE: BillingDetails = {
  kind: 'company',
  name: 'Officine Esempio SRL',
  taxCode: '12345678903',
  vatNumber: '12345678903',
  sdiCode: 'ABC1234',
  pec: 'officine@pec.example.org',
  street: 'Via dell’Esempio 12',
  postcode: '63100',
  town: 'Ascoli Piceno',
  province: 'AP',
  country: 'IT',
}

/** The billing details of some people; Luca’s are incomplete. */
export const demoBilling: Partial<Record<PersonKey, BillingDetails>> = {
  giulia: {
    ...PRIVATE_PERSON,
    name: 'Giulia Rossi',
    taxCode: 'RSSGLI91C44A462M',
    street: 'Via delle Torri 8',
    postcode: '63100',
    town: 'Ascoli Piceno',
    province: 'AP',
  },
  andrea: OFFICINE,
  luca: { ...OFFICINE, vatNumber: null, sdiCode: null },
  elena: {
    ...PRIVATE_PERSON,
    name: 'Elena Marchetti',
    taxCode: 'MRCLNE85T52D542S',
    street: 'Viale della Pesca 3',
    postcode: '63900',
    town: 'Fermo',
    province: 'FM',
  },
}
