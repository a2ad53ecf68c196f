import { z } from 'zod'
import { ASK_LIMIT, ENROLMENT_STATES } from '../enrolments/rules'
import { ENROL_MOST } from '../requests/rules'

/** One function for programs: from this its checks, the OpenAPI document and the page about it are made. */
export type Contract = {
  /** The last part of its address, below /functions/v1. */
  name: string
  summary: string
  /** One paragraph each. */
  description: string[]
  access: 'everybody' | 'members'
  body: z.ZodType
  answer: z.ZodType
  /** A body that is right. */
  example: object
  /** Refusals of its own, by status; those that every function has, openapi.ts adds. */
  refusals: Record<number, string>
}

/** Why nothing was changed for a course: where the enrolment already stands, or what the course does not allow. */
const SKIPPED = [...ENROLMENT_STATES, 'unknown', 'coming', 'concluded', 'full', 'limit'] as const
export type Skipped = (typeof SKIPPED)[number]

const courseId = z.guid().describe('Id del corso')

const enrolBody = z.strictObject({
  user_id: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'Id di una persona non valido')
    .optional()
    .describe('Chi iscrivere; senza, chi chiama. Un’altra persona la indica soltanto chi amministra.'),
  course_ids: z
    .array(courseId)
    .min(1, 'Indica almeno un corso')
    .max(ENROL_MOST, `Al massimo ${ENROL_MOST} corsi alla volta`)
    .describe('I corsi, ciascuno una volta'),
})
export type EnrolBody = z.output<typeof enrolBody>

const enrolAnswer = z.strictObject({
  enrolled: z
    .array(z.strictObject({ course_id: courseId, status: z.enum(['pending', 'approved']) }))
    .describe('I corsi per cui è nata una richiesta (pending) o un’iscrizione (approved)'),
  skipped: z
    .array(z.strictObject({ course_id: courseId, status: z.enum(SKIPPED) }))
    .describe(
      'I corsi rimasti com’erano: dove sta già l’iscrizione, oppure unknown (non esiste più), coming (non ancora aperto), concluded (concluso), full (al completo), limit (troppe richieste nell’ora)',
    ),
})
export type EnrolAnswer = z.output<typeof enrolAnswer>

export const ENROL = {
  name: 'enroll_user_in_courses',
  summary: 'Iscrivere una persona a uno o più corsi',
  description: [
    'Per chi chiama nasce una richiesta, che la segreteria valuta, come con “Iscriviti ora”. Chi amministra iscrive direttamente, sé o un’altra persona, finché ci sono posti.',
    `Ogni corso chiesto per sé conta come una richiesta: al massimo ${ASK_LIMIT.hits} all’ora per persona. Ripetere la stessa chiamata non cambia nulla.`,
  ],
  access: 'members',
  body: enrolBody,
  answer: enrolAnswer,
  example: { course_ids: ['3f0c2a52-6a3e-4c0b-9d5e-0f6f7a1b2c3d'] },
  refusals: {
    401: 'Nessuna sessione valida.',
    403: 'user_id è di un’altra persona e chi chiama non amministra, oppure la chiamata arriva dalla pagina di un altro sito.',
    404: 'Nessuna persona ha questo user_id.',
    429: 'Troppe richieste nell’ora; Retry-After dice tra quanti secondi riprovare.',
  },
} as const satisfies Contract

/** The functions that answer, each at an address in routes.ts. `CONTACT` joins with its route. */
export const FUNCTIONS: readonly Contract[] = [ENROL]
