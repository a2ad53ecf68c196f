import fc from 'fast-check'
import { NAMES, ROUTES } from './addresses'
import { hostile } from './hostile'
import { oddHeader, oddMethod, oddPath } from './odd-requests'

// Plans are drawn before the site is known: list places are numbers, taken modulo the length. The same seed sends the
// same requests.

type Drawn<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never
export type Plan = Drawn<typeof plan>
export type Change = Drawn<typeof change>
export type FilePlan = Drawn<typeof file>
export type JsonPlan = Drawn<typeof call>
export type Spoil = (typeof SPOILT)[number]

const place = fc.nat(9_999)
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      '',
      'role',
      'status',
      'user_id',
      'intent[]',
      'a\0',
    ),
  },
  { weight: 1, arbitrary: hostile },
)
const fields = fc.array(fc.record({ name, value: hostile }), { minLength: 1, maxLength: 3 })

/** How the fields of a form, the names of a query or the keys of JSON are changed (`mutate`). */
const change = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ as: 'offered' as const }) },
  { weight: 9, arbitrary: fc.record({ as: fc.constant('one' as const), at: place, value: hostile }) },
  {
    weight: 2,
    arbitrary: fc.record({
      as: fc.constant('all' as const),
      values: fc.array(hostile, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ as: fc.constant('without' as const), at: place }) },
  { weight: 1, arbitrary: fc.constant({ as: 'empty' as const }) },
  { weight: 2, arbitrary: fc.record({ as: fc.constant('twice' as const), at: place, value: hostile }) },
  { weight: 2, arbitrary: fc.record({ as: fc.constant('more' as const), fields }) },
  { weight: 2, arbitrary: fc.record({ as: fc.constant('swapped' as const), at: place, from: place }) },
)

const SPOILT = ['none', 'boundary', 'unended', 'nameless', 'bare', 'bald', 'folded'] as const
const spoil = fc.oneof(
  { weight: 8, arbitrary: fc.constant('none' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...SPOILT) },
)
const file = fc.record({
  content: place,
  name: fc.oneof(
    fc.constantFrom(
      'programma.pdf',
      'dispensa.docx',
      'elenco.csv',
      'foto.png',
      'x.pdf.exe',
      'x.html',
      'x.svg',
      '.pdf',
    ),
    hostile,
  ),
  type: fc.constantFrom('application/pdf', '', 'text/html', 'image/svg+xml', 'application/octet-stream', 'x'),
})

/** JSON that no function expects. */
const json = fc.oneof(
  { weight: 2, arbitrary: hostile },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1e308,
      [],
      {},
      [[]],
      [null],
      { length: 1 },
      JSON.parse('{"then":1,"toJSON":2}'),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.array(hostile, { maxLength: 40 }) },
)
const call = fc.record({
  at: place,
  value: json,
  shape: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'right' as const,
        'one' as const,
        'one' as const,
        'more' as const,
        'without' as const,
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'whole' as const,
        'deep' as const,
        'doubled' as const,
        'torn' as const,
        'utf-16' as const,
        'latin' as const,
        'proto' as const,
        'large' as const,
      ),
    },
  ),
})

/** The routes that a '.data' request asks for; none asks for all. */
const routesAsked = fc.oneof(
  fc.constant(''),
  fc.array(fc.constantFrom(...ROUTES), { minLength: 1, maxLength: 3 }).map((ids) => ids.join()),
  hostile,
)

const deed = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      does: fc.constant('read' as const),
      query: change,
      data: fc.oneof(
        { weight: 3, arbitrary: fc.constant(false as const) },
        { weight: 2, arbitrary: routesAsked },
      ),
    }),
  },
  {
    weight: 40,
    arbitrary: fc.record({
      does: fc.constant('submit' as const),
      older: fc.option(place, { freq: 2 }),
      form: place,
      button: place,
      change,
      encoding: fc.oneof(
        { weight: 9, arbitrary: fc.constant('meant' as const) },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            'urlencoded' as const,
            'multipart' as const,
            'json' as const,
            'plain' as const,
          ),
        },
      ),
      script: fc.boolean(),
      data: fc.nat(5).map((side) => side === 0),
      files: fc.array(file, { minLength: 1, maxLength: 2 }),
      spoil,
    }),
  },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('call' as const), call }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('post' as const), fields }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('upload' as const),
      files: fc.array(file, { minLength: 1, maxLength: 3 }),
      fields,
      spoil,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('method' as const), method: oddMethod }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('path' as const), path: oddPath }) },
)

const framing = fc.oneof(
  { weight: 24, arbitrary: fc.constant('right' as const) },
  { weight: 2, arbitrary: fc.constant('chunked' as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('longer' as const, 'shorter' as const, 'both' as const, 'cut' as const),
  },
)

export const plan = fc.record({
  who: fc.constantFrom(
    'stranger' as const,
    'member' as const,
    'member' as const,
    'admin' as const,
    'admin' as const,
    'admin' as const,
  ),
  /** A route, and one of its known addresses. */
  address: place,
  known: place,
  part: fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: hostile }),
  deed,
  headers: fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(oddHeader, { minLength: 1, maxLength: 3 }) },
  ),
  framing,
  /** Sender; limits count addresses. */
  caller: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => `10.${parts.join('.')}`),
})
