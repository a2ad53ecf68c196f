import { z } from 'zod'
import * as fields from '../accounts/fields'
import { PHONE_MAX, SHORT_NAME } from '../accounts/rules'
import {
  COMPOSED_MAX,
  FULL_NAME_MAX,
  FULL_NAME_MIN,
  PHONE_MIN,
  tidyLines,
  WRONG_PHONE,
} from '../contacts/rules'
import { ENROL_MOST } from '../enrolments/direct/rules'
import { ENROLMENT_STATES } from '../enrolments/rules'
import { CONTACT_LIMIT, ENROLMENT_REQUEST_LIMIT } from '../http/rate-limits.rules'

/** What a function takes and returns. The validation, the OpenAPI document and the manual are made from it. */
export type Contract = {
  /** The last part of the address, after /functions/v1/. */
  name: string
  summary: string
  tag: string
  /** One paragraph each. */
  description: string[]
  access: 'everybody' | 'members'
  body: z.ZodType
  response: z.ZodType
  /** A valid body. */
  example: object
  /** The refusals of this function alone, by status; openapi.server.ts adds those of all functions. */
  refusals: Record<number, string>
}

export const TAGS = [
  { name: 'Contatti', description: 'Scrivere alla segreteria' },
  { name: 'Iscrizioni', description: 'Chiedere e dare posti nei corsi' },
]

/** Patterns for the JSON Schema, which cannot say that a text is trimmed before its length is checked. */
const NOT_BLANK = { pattern: '\\S' }
const NOT_BLANK_PHONE = { pattern: `(\\S\\s*){${PHONE_MIN}}` }

/**
 * Why a course was skipped: the state of the enrolment that exists, why the course allows none, or `limit` for too many
 * requests. `unknown`: there is no such course, or any other reason, such as a draft or a cancelled edition.
 */
const SKIP_STATUSES = [...ENROLMENT_STATES, 'unknown', 'coming', 'concluded', 'full', 'limit'] as const
export type SkipStatus = (typeof SKIP_STATUSES)[number]

const courseId = z.guid('Id di un corso non valido').describe('Id del corso')

const enrolBody = z.strictObject({
  user_id: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'Id di una persona non valido')
    .optional()
    .describe(
      'Chi iscrivere; senza, chi chiama. Un’altra persona la indica soltanto chi lavora in segreteria.',
    ),
  course_ids: z
    .array(courseId, 'Deve essere un elenco di id di corsi')
    .min(1, 'Indica almeno un corso')
    .max(ENROL_MOST, `Al massimo ${ENROL_MOST} corsi alla volta`)
    .refine((ids) => new Set(ids).size === ids.length, 'Indica ciascun corso una volta sola')
    .meta({ description: 'I corsi, ciascuno una volta', uniqueItems: true }),
})
export type EnrolBody = z.output<typeof enrolBody>

const enrolResponse = z.strictObject({
  enrolled: z
    .array(z.strictObject({ course_id: courseId, status: z.enum(['pending', 'approved']) }))
    .describe('I corsi per cui è nata una richiesta (pending) o un’iscrizione (approved)'),
  skipped: z
    .array(z.strictObject({ course_id: courseId, status: z.enum(SKIP_STATUSES) }))
    .describe(
      'I corsi rimasti com’erano: dove sta già l’iscrizione, oppure unknown (non c’è, o non prende iscrizioni: una bozza, un’edizione annullata), coming (non ancora aperto), concluded (concluso), full (al completo), limit (troppe richieste nell’ora)',
    ),
})
export type EnrolResponse = z.output<typeof enrolResponse>

export const ENROL = {
  name: 'enroll_user_in_courses',
  summary: 'Iscrivere una persona a uno o più corsi',
  tag: 'Iscrizioni',
  description: [
    'Per chi chiama nasce una richiesta, che la segreteria valuta, come con «Iscriviti ora». Chi lavora in segreteria iscrive direttamente, sé o un’altra persona, finché ci sono posti.',
    `Ogni corso chiesto per sé conta come una richiesta: al massimo ${ENROLMENT_REQUEST_LIMIT.hits} all’ora per persona. Ripetere la stessa chiamata non cambia le iscrizioni, ma conta di nuovo.`,
  ],
  access: 'members',
  body: enrolBody,
  response: enrolResponse,
  example: { course_ids: ['3f0c2a52-6a3e-4c0b-9d5e-0f6f7a1b2c3d'] },
  refusals: {
    401: 'Nessuna sessione valida.',
    403: 'user_id è di un’altra persona e chi chiama non lavora in segreteria (o non ha attivato la verifica in due passaggi), oppure la chiamata arriva dalla pagina di un altro sito.',
    404: 'Nessuna persona ha questo user_id.',
    429: 'Troppe richieste nell’ora; Retry-After dice tra quanti secondi riprovare.',
  },
} as const satisfies Contract

/** Name and surname are two fields here; the contact form has one, and splits it at the first space. */
const contactBody = z
  .strictObject({
    name: fields
      .requiredLine(1, FULL_NAME_MAX, 'Il nome è obbligatorio')
      .meta({ description: 'Il nome; una sola lettera basta soltanto con un cognome', ...NOT_BLANK }),
    surname: fields
      .requiredLine(0, FULL_NAME_MAX, 'Il cognome deve essere un testo')
      .describe('Il cognome; può essere vuoto'),
    email: fields.email.describe('L’indirizzo a cui rispondere'),
    phone: fields
      .requiredLine(PHONE_MIN, PHONE_MAX, WRONG_PHONE)
      .meta({ description: 'Il telefono', ...NOT_BLANK_PHONE }),
    message: fields
      .untidyText(COMPOSED_MAX, 'Il messaggio deve essere un testo')
      .transform(tidyLines)
      .pipe(z.string().max(COMPOSED_MAX, `Al massimo ${COMPOSED_MAX} caratteri`))
      .describe('Il messaggio; può essere vuoto'),
  })
  .refine(({ name, surname }) => (name + surname).length >= FULL_NAME_MIN, {
    path: ['name'],
    error: SHORT_NAME,
  })

export const CONTACT = {
  name: 'handle-contact-form',
  summary: 'Scrivere alla segreteria',
  tag: 'Contatti',
  description: [
    'Come il modulo dei contatti: il messaggio arriva alla segreteria e a chi scrive giunge una conferma.',
    'Chi chiama dichiara che la persona ha letto e accettato la Privacy Policy in vigore: senza il suo consenso non si chiama.',
    `Al massimo ${CONTACT_LIMIT.hits} messaggi all’ora per indirizzo di rete. Ogni chiamata è un messaggio, anche con le stesse parole.`,
  ],
  access: 'everybody',
  body: contactBody,
  response: z.strictObject({}),
  example: {
    name: 'Giulia',
    surname: 'Rossi',
    email: 'giulia@example.it',
    phone: '0736 000000',
    message: 'Quando comincia il corso?',
  },
  refusals: {
    403: 'La chiamata arriva dalla pagina di un altro sito.',
    429: 'Troppi messaggi nell’ora; Retry-After dice tra quanti secondi riprovare.',
  },
} as const satisfies Contract

/** All functions. Each has an address in routes.ts. */
export const FUNCTIONS: readonly Contract[] = [CONTACT, ENROL]
