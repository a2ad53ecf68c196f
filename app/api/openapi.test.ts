import { expect, test } from 'vitest'
import { z } from 'zod'
import { aRequest } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import '../../tests/world'
import addresses from '../routes'
import { CONTACT, type Contract, ENROL, FUNCTIONS } from './contract'
import { openApi } from './openapi.server'

const Json = z.strictObject({ schema: z.record(z.string(), z.unknown()), example: z.unknown().optional() })
const Body = z.strictObject({ 'application/json': Json })
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({
    ...{ title: z.string(), version: z.string(), description: z.string() },
    contact: z.strictObject({ name: z.string(), url: z.url(), email: z.email() }),
    license: z.strictObject({ name: z.literal('MIT'), identifier: z.literal('MIT') }),
  }),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  servers: z.array(z.strictObject({ url: z.url() })).length(1),
  paths: z.record(
    z.string().startsWith('/'),
    z.strictObject({
      post: z.strictObject({
        operationId: z.string(),
        summary: z.string(),
        tags: z.array(z.enum(['Contatti', 'Iscrizioni'])).length(1),
        description: z.string(),
        security: z.array(z.record(z.enum(['bearer', 'session']), z.array(z.never())).or(z.object({}))),
        requestBody: z.strictObject({ required: z.literal(true), content: Body }),
        responses: z.record(
          z.string().regex(/^[245]\d\d$/),
          z.strictObject({
            description: z.string().min(1),
            headers: z
              .strictObject({ 'Retry-After': z.looseObject({ required: z.literal(true) }) })
              .optional(),
            content: Body,
          }),
        ),
      }),
    }),
  ),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['http', 'apiKey']) })),
    schemas: z.strictObject({ Error: z.looseObject({ type: z.literal('object') }) }),
  }),
})

test('the document is one of OpenAPI 3.1', () => {
  const document = Document.parse(JSON.parse(JSON.stringify(openApi(FUNCTIONS))))
  expect(Object.keys(document.paths)).toEqual(['/handle-contact-form', '/enroll_user_in_courses'])
})

test('Retry-After is documented wherever it is sent', () => {
  for (const { post } of Object.values(openApi(FUNCTIONS).paths)) {
    const timed = Object.entries(post.responses).filter(([, response]) => 'headers' in response)
    expect(timed.map(([status]) => status)).toEqual(['429', '503'])
  }
})

test.each([[{ name: ' ' }], [{ name: '\u2003\t' }], [{ phone: '      ' }], [{ phone: '1      2' }]])(
  'a blank text is neither promised nor accepted: %j',
  (blank) => {
    const body = { ...CONTACT.example, ...blank }
    expect(promisedBy(CONTACT).safeParse(body).success).toBe(false)
    expect(CONTACT.body.safeParse(body).success).toBe(false)
  },
)

test('each course once is what is promised, and what is accepted', () => {
  expect(schemaOf(ENROL).properties).toMatchObject({ course_ids: { uniqueItems: true } })
  const twice = { course_ids: [ID, ID] }
  expect(ENROL.body.safeParse(twice).error?.issues[0]?.message).toBe('Indica ciascun corso una volta sola')
})

const schemaOf = (contract: Contract) =>
  openApi([contract]).paths[`/${contract.name}`]?.post.requestBody.content['application/json'].schema ?? {}
const promisedBy = (contract: Contract) =>
  z.fromJSONSchema(schemaOf(contract) as z.core.JSONSchema.JSONSchema)

test.each(FUNCTIONS)('the example of $name is right, and an unknown field is refused', (contract) => {
  for (const check of [contract.body, promisedBy(contract)]) {
    expect(check.safeParse(contract.example).success).toBe(true)
    expect(check.safeParse({ ...contract.example, more: 1 }).success).toBe(false)
    expect(check.safeParse({}).success).toBe(false)
  }
})

const limit = z.number().optional()
const Limits = z.looseObject({
  ...{ minLength: limit, maxLength: limit, minItems: limit, maxItems: limit },
  ...{ format: z.string().optional(), pattern: z.string().optional() },
})
const AT = '@example.it'
const ID = '3f0c2a52-6a3e-4c0b-9d5e-0f6f7a1b2c3d'

/** Values of a field at its limits and just beyond, each with whether it is valid. */
function* probes(limits: z.output<typeof Limits>): Generator<[unknown, boolean]> {
  const { minLength, maxLength, minItems, maxItems, format, pattern } = limits
  const end = format === 'email' ? AT : ''
  const long = (length: number) => 'a'.repeat(length - end.length) + end
  const many = (length: number) => Array.from({ length }, (_, i) => `${ID.slice(0, -2)}${10 + i}`)
  for (const [ofLength, least, most] of [
    [long, minLength, maxLength] as const,
    [many, minItems, maxItems] as const,
  ]) {
    if (least) yield [ofLength(least), true]
    if (least) yield [ofLength(least - 1), false]
    if (most) yield [ofLength(most), true]
    if (most) yield [ofLength(most + 1), false]
  }
  if (pattern && format === 'email')
    for (const text of ['', 'ada rossi', 'ada@', 'ada@example.it, bea@example.it']) yield [text, false]
}

test.each(FUNCTIONS)('$name accepts what the document promises of each field, and no more', (contract) => {
  const { properties } = z.object({ properties: z.record(z.string(), Limits) }).parse(schemaOf(contract))
  for (const [name, field] of Object.entries(properties)) {
    expect(field.maxLength ?? field.maxItems ?? field.pattern, `${name} has no end`).toBeDefined()
    for (const [value, good] of probes(field)) {
      const body = { ...contract.example, [name]: value }
      const verdicts = [promisedBy(contract), contract.body].map((check) => check.safeParse(body).success)
      expect(verdicts, `${name}: ${value}`).toEqual([good, good])
    }
  }
})

test('what is described has an address, and is what programs and people read', async () => {
  const routed = addresses.map(({ path }) => path)
  for (const { name } of FUNCTIONS) expect(routed).toContain(`functions/v1/${name}`)
  const site = await wholeSite()
  const served = await site(aRequest('/functions/v1/openapi.json'))
  expect(await served.json()).toEqual(JSON.parse(JSON.stringify(openApi(FUNCTIONS))))
  expect((await site(aRequest('/functions/v1'))).status).toBe(200)
})
