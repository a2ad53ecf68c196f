import { type BillingDetails, EMPTY_BILLING_DETAILS } from '../../payments/billing/rules'
import type { PaymentMethod } from '../../payments/rules'
import { DEMO_PEOPLE, type PersonKey } from './people'

/**
 * What a person pays: `nothing` yet; `part` of the first due, on its day; `all` dues at once, a day after the approval;
 * or `more` than all dues, on the day of the first.
 */
type Habit = 'nothing' | 'part' | 'all' | 'more'

/**
 * How a person pays a course. `habit`: without one, each due by itself, the day before it; `method`: without one, bank
 * transfer; `note`: of the office, about the payments.
 */
type WayToPay = { habit?: Habit; method?: PaymentMethod; note?: string }

/** How some people pay, by course (slug). Everybody else pays each due by bank transfer, the day before it. */
const WAYS_TO_PAY: Record<string, Partial<Record<PersonKey, WayToPay>>> = {
  'marketing-strategico-e-vendite-4-0': {
    luca: { habit: 'all', note: 'Paga Officine Esempio' },
    sara: { habit: 'part' },
    andrea: { habit: 'all', note: 'Paga Officine Esempio' },
    davide: { habit: 'nothing' },
    matteo: { method: 'card' },
  },
  'comunicazione-persuasiva-e-pnl-avanzata': { roberto: { habit: 'nothing' } },
  'leadership-team-empowerment': {
    elena: { habit: 'more' },
    simone: { habit: 'nothing' },
    stefano: { method: 'cash', note: 'In segreteria' },
  },
  'digital-tools-per-l-innovazione-aziendale': { martina: { habit: 'nothing' } },
  'gestione-dei-progetti-per-piccoli-gruppi': { andrea: { habit: 'all', note: 'Paga Officine Esempio' } },
  'sicurezza-informatica-per-studi-e-uffici': { marco: { method: 'card' } },
  'gestione-del-tempo-e-delle-priorita': { andrea: { habit: 'all', note: 'Paga Officine Esempio' } },
}

/** Euros that a person with the habit `more` pays beyond all dues. */
export const EXTRA_EUROS = 20
/** Euros that a person with the habit `part` pays. */
export const PARTIAL_EUROS = 150

/**
 * Returns how the person with this e-mail pays a course (slug); {} for somebody who is not in `WAYS_TO_PAY`.
 */
export function wayToPay(email: string, course: string): WayToPay {
  const entry = Object.entries(WAYS_TO_PAY[course] ?? {}).find(
    ([key]) => DEMO_PEOPLE[key as PersonKey].email === email,
  )
  return entry?.[1] ?? {}
}

/** The billing details that a private person in Italy begins with: name, tax code and address are still to fill in. */
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

/** The billing details of some people. Those of Luca are incomplete: an invoice to him is not possible yet. */
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
