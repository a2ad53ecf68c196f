import { DEMO_PEOPLE, type DemoPerson } from './people'

/**
 * A person who missed a lesson or a part of it. `course`: slug; `lesson`: number; `minutes`: attended; `arrived`,
 * `left`: HH:MM, null for whoever missed it all.
 */
export type DemoAbsence = {
  course: string
  lesson: number
  person: DemoPerson
  minutes: number
  arrived: string | null
  left: string | null
}

/** The concluded demo course: only its registers are marked. */
const COURSE = 'gestione-del-tempo-e-delle-priorita'

/** Whoever is not listed here attended every lesson of a concluded course in full. */
export const demoAbsences: DemoAbsence[] = [
  {
    course: COURSE,
    lesson: 2,
    person: DEMO_PEOPLE.chiara,
    minutes: 180,
    arrived: '10:00',
    left: '13:00',
  },
  { course: COURSE, lesson: 3, person: DEMO_PEOPLE.andrea, minutes: 0, arrived: null, left: null },
  { course: COURSE, lesson: 4, person: DEMO_PEOPLE.andrea, minutes: 0, arrived: null, left: null },
]
