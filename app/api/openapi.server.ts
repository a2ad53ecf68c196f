import { secondsInDay } from 'date-fns/constants'
import { href } from 'react-router'
import { z } from 'zod'
import { SESSION_DAYS } from '../accounts/rules'
import { SESSION_COOKIE } from '../accounts/session-cookie.server'
import { COOKIES } from '../content/cookies'
import { CALL_TOO_LARGE, TOO_SLOW } from '../http/body-limit.server'
import { env } from '../runtime/env.server'
import { siteSettings } from '../site/settings'
import { type Contract, TAGS } from './contract'

/** The refusals that each function may give, by status, besides those of its contract. */
const COMMON_REFUSALS = {
  400: 'Il corpo non è JSON leggibile, o un campo manca, è sconosciuto o non va bene.',
  405: 'L’indirizzo accetta soltanto POST.',
  408: TOO_SLOW,
  413: CALL_TOO_LARGE,
  415: 'Il corpo non è di tipo application/json.',
  503: 'Un guasto nostro: riprova tra poco.',
}

const TOKEN_DESCRIPTION = `È il valore del cookie ${SESSION_COOKIE} di chi ha fatto l’accesso, che si copia dagli strumenti per sviluppatori del browser: un altro modo di ottenerlo non c’è. Vale ${COOKIES.session.seconds / secondsInDay} giorni dall’ultimo rinnovo, e dall’accesso al massimo ${SESSION_DAYS.member} (${SESSION_DAYS.admin} per chi lavora in segreteria); finisce con l’uscita o il cambio della password: custodiscilo come una password.`

/** Builds the OpenAPI 3.1 document of the functions. */
export function openApi(functions: readonly Contract[]) {
  return {
    openapi: '3.1.1',
    info: {
      title: `Funzioni di ${siteSettings().company.name}`,
      version: '1',
      description:
        'Indirizzi per i programmi. Si chiamano con POST e JSON; ogni rifiuto porta una frase italiana in error.',
      contact: {
        name: siteSettings().company.name,
        url: `${env.publicOrigin}${href('/contatti')}`,
        email: siteSettings().company.email,
      },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: TAGS,
    servers: [{ url: `${env.publicOrigin}${href('/functions/v1')}` }],
    paths: Object.fromEntries(
      functions.map((contract) => [`/${contract.name}`, { post: describeFunction(contract) }]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: TOKEN_DESCRIPTION },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'La sessione del sito, soltanto dalle sue pagine.',
        },
      },
      schemas: { Error: toJsonSchema(z.strictObject({ error: z.string().describe('Il motivo') })) },
    },
  }
}

function describeFunction({
  name,
  summary,
  tag,
  description,
  access,
  body,
  response,
  example,
  refusals,
}: Contract) {
  const allRefusals = { ...COMMON_REFUSALS, ...refusals }
  return {
    operationId: name,
    summary,
    tags: [tag],
    description: description.join('\n\n'),
    security: access === 'members' ? [{ bearer: [] }, { session: [] }] : [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toJsonSchema(body), example } },
    },
    responses: {
      200: { description: 'Fatto.', content: { 'application/json': { schema: toJsonSchema(response) } } },
      ...Object.fromEntries(
        Object.entries(allRefusals).map(([status, description]) => [
          status,
          describeRefusal(status, description),
        ]),
      ),
    },
  }
}

/** Statuses that come with `Retry-After`. */
const RETRY_STATUSES = ['429', '503']

function describeRefusal(status: string, description: string) {
  const schema = { $ref: '#/components/schemas/Error' }
  const retryAfter = { description: 'Tra quanti secondi riprovare', required: true, schema: SECONDS }
  return {
    description,
    ...(RETRY_STATUSES.includes(status) && { headers: { 'Retry-After': retryAfter } }),
    content: { 'application/json': { schema } },
  }
}

const SECONDS = { type: 'integer', minimum: 0 }

/**
 * Converts a schema to JSON Schema 2020-12. A schema with a `pipe` becomes that of its output, since the input before
 * tidying has other limits.
 */
function toJsonSchema(schema: z.ZodType) {
  const { $schema, '~standard': _, ...definition } = z.toJSONSchema(schema)
  return definition
}
