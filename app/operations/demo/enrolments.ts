import type { EnrolmentState } from '../../enrolments/rules'
import { DEMO_PEOPLE, type PersonKey } from './people'

/**
 * A demo enrolment. `person`: e-mail; `course`: slug; `daysAgo`: days since the request; `reason`: why it was rejected.
 */
export type DemoEnrolment = {
  person: string
  course: string
  state: EnrolmentState
  daysAgo: number
  reason?: string
}

/** The days since the request of each person. */
type DaysByPerson = Partial<Record<PersonKey, number>>
type CourseEnrolments = Partial<Record<Exclude<EnrolmentState, 'rejected'>, DaysByPerson>> & {
  rejected?: Partial<Record<PersonKey, { daysAgo: number; reason?: string }>>
}

/** For each course (slug): the people in each state, with the days since their request. */
const PEOPLE_BY_COURSE: Record<string, CourseEnrolments> = {
  'marketing-strategico-e-vendite-4-0': {
    approved: {
      luca: 55,
      sara: 52,
      andrea: 47,
      chiara: 44,
      davide: 38,
      francesca: 33,
      giulia: 30,
      matteo: 26,
      valentina: 19,
      stefano: 15,
      martina: 9,
    },
    pending: { elena: 6 },
  },
  'comunicazione-persuasiva-e-pnl-avanzata': {
    approved: { marco: 40, roberto: 31, alessia: 23, simone: 12 },
    rejected: {
      federica: {
        daysAgo: 20,
        reason: 'Il corso è di livello avanzato: ti proponiamo prima «Parlare in Pubblico».',
      },
    },
  },
  'controllo-di-gestione-per-pmi': {
    approved: { davide: 36, federica: 24, andrea: 16 },
    pending: { giulia: 0 },
  },
  'leadership-team-empowerment': {
    approved: {
      elena: 54,
      paolo: 50,
      roberto: 45,
      alessia: 41,
      simone: 37,
      federica: 32,
      stefano: 27,
      chiara: 22,
      luca: 17,
      sara: 11,
    },
    pending: { marco: 2 },
  },
  'digital-tools-per-l-innovazione-aziendale': {
    approved: { martina: 28, matteo: 21, paolo: 13, valentina: 6 },
  },
  'short-master-in-management-e-gestione-d-azienda': {
    approved: { francesca: 48, stefano: 34, davide: 18, alessia: 8 },
    pending: { roberto: 9 },
  },
  'bilancio-e-contabilita-per-non-specialisti': {
    approved: { elena: 29, luca: 14, simone: 10 },
    rejected: {
      giulia: {
        daysAgo: 12,
        reason: 'Per il ruolo che ci hai indicato è più adatto Controllo di Gestione per PMI.',
      },
    },
  },
  'gestione-dei-progetti-per-piccoli-gruppi': {
    approved: { chiara: 43, matteo: 39, valentina: 35, martina: 25, andrea: 20, francesca: 7 },
    pending: { paolo: 4 },
  },
  'fatturazione-elettronica-e-conservazione-digitale': { approved: { paolo: 16, valentina: 11, alessia: 4 } },
  'gestione-delle-risorse-umane-per-pmi': { approved: { roberto: 13, davide: 5 } },
  'parlare-in-pubblico': { approved: { sara: 24, federica: 9, simone: 3 } },
  'sicurezza-informatica-per-studi-e-uffici': {
    in_progress: { giulia: 46, marco: 42 },
    completed: { elena: 53 },
  },
  'gestione-del-tempo-e-delle-priorita': {
    in_progress: { andrea: 212 },
    completed: { giulia: 215, luca: 210, chiara: 204 },
  },
}

function enrolmentsOf(course: string, { rejected = {}, ...daysByState }: CourseEnrolments): DemoEnrolment[] {
  const emailOf = (key: string) => DEMO_PEOPLE[key as PersonKey].email
  return [
    ...Object.entries(daysByState).flatMap(([state, people]) =>
      Object.entries(people).map(([key, daysAgo]) => ({
        person: emailOf(key),
        course,
        state: state as EnrolmentState,
        daysAgo,
      })),
    ),
    ...Object.entries(rejected).map(([key, rejection]) => ({
      person: emailOf(key),
      course,
      state: 'rejected' as const,
      ...rejection,
    })),
  ]
}

/** The demo enrolments, oldest request first. */
export const demoEnrolments: DemoEnrolment[] = Object.entries(PEOPLE_BY_COURSE)
  .flatMap(([course, people]) => enrolmentsOf(course, people))
  .sort((a, b) => b.daysAgo - a.daysAgo)
