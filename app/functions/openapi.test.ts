import { expect, test } from 'vitest'
import { z } from 'zod'
import { aRequest } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import '../../tests/world'
import addresses from '../routes'
import { FUNCTIONS } from './contract'
import { openApi } from './openapi.server'

const Json = z.strictObject({ schema: z.record(z.string(), z.unknown()), example: z.unknown().optional() })
const Body = z.strictObject({ 'application/json': Json })
/** What OpenAPI 3.1 asks of the parts that we write. */
const Document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.url() })).length(1),
  paths: z.record(
    z.string().startsWith('/'),
    z.strictObject({
      post: z.strictObject({
        operationId: z.string(),
        summary: z.string(),
        description: z.string(),
        security: z.array(z.record(z.enum(['bearer', 'session']), z.array(z.never())).or(z.object({}))),
        requestBody: z.strictObject({ required: z.literal(true), content: Body }),
        responses: z.record(
          z.string().regex(/^[245]\d\d$/),
          z.strictObject({ description: z.string().min(1), content: Body }),
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

test.each(FUNCTIONS)('the example of $name is right, and an unknown field is refused', (one) => {
  const { schema } = openApi([one]).paths[`/${one.name}`]?.post.requestBody.content['application/json'] ?? {}
  for (const check of [one.body, z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema)]) {
    expect(check.safeParse(one.example).success).toBe(true)
    expect(check.safeParse({ ...one.example, more: 1 }).success).toBe(false)
    expect(check.safeParse({}).success).toBe(false)
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
