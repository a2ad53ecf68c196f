import fc from 'fast-check'

/** Appears in a response only where escaping failed. */
export const MARK = 'fuzz-mark'

const SHORT = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfffb',
    '\ufeff',
    '\u202emarap\u2066',
    '\u200b\u200d',
    'İŞĞ',
    'ﬁﬂ',
    '👩‍👩‍👧‍👦',
  ],
  ...[
    '0',
    '-0',
    '-1',
    '1',
    '2147483647',
    '2147483648',
    '9007199254740993',
    '9223372036854775808',
    '1e308',
    '1e-7',
  ],
  ...[
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '１２',
    '٣٤',
    '99999999.995',
    '100000000',
    '0,005',
    '1.250,00',
    '½',
    '--5',
  ],
  ...[
    '30/02/2026',
    '2026-13-45',
    '0000-00-00',
    '99999-01-01',
    '-271821-04-20',
    '10/03/2026 25:61',
    '2026-02-29T24:00:00Z',
  ],
  ...['10-12 marzo 2026 ore 9', '31/12/2099 23:59-00:00 (999,999 ore)', '1 gen 0001', '10/03/10000'],
  ...[
    `"><${MARK}>`,
    `' onload='${MARK}`,
    `" ${MARK}="`,
    `</script><${MARK}>`,
    `--><${MARK}>`,
    `]]><${MARK}>`,
  ],
  ...[`javascript:alert(1)//`, `\r\n${MARK}: 1`, `\n\n<${MARK}>`, '{{7*7}}', `$\{7*7}`, `=cmd|' /C calc'!A0`],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__[x]',
    'then',
    'null',
    'undefined',
    'true',
  ],
  ...[
    `'";--`,
    `%`,
    `_`,
    '\\',
    `' or 1=1 --`,
    `');drop table courses;--`,
    '$1',
    '%s%n',
    '?',
    '*',
    '(',
    '[',
    '(a+)+$',
  ],
  ...['!', '&|', '<->', 'a:*b', `:A & !b`, `''`, `'a' <2> 'b'`, '"', '-', 'or', 'a or -b'],
  ...[
    '../../../../etc/passwd',
    '..%2f..%2f',
    '/etc/passwd',
    'C:\\con',
    '//evil.example',
    'https://evil.example/',
    '\\\\evil.example',
  ],
  ...[
    '{"a":',
    '[[[[',
    'null',
    '[null]',
    '{"inizio":1,"fine":[]}',
    '[{"inizio":{}}]',
    '"\\ud800"',
    '{"__proto__":1}',
  ],
  ...[
    '00000000-0000-4000-8000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    'new',
    '.',
    '..',
    '.data',
    '%',
    '%2',
  ],
  ...[
    'a@b',
    `"a b"@example.net`,
    'a@example.net,b@example.net',
    `a@example.net\nBcc: b@example.net`,
    `${'a'.repeat(64)}@${'b.'.repeat(90)}it`,
  ],
]

/** Texts that are repeated thousands of times, to expose quadratic time. */
export const UNITS = [
  'a',
  'a ',
  '9',
  '1,',
  '[',
  '{"a":',
  '(',
  ' ',
  '\n',
  '\t|',
  'x\n',
  'à',
  '\u0301',
  '\u202e',
  '😀',
  '%',
  '-',
  '.',
  '@a.',
  '"',
  '=',
  '1/',
  ' a:',
  'ﷺ',
  '\0',
]
const long = fc
  .tuple(
    fc.constantFrom(...UNITS),
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(65, 256, 501, 2_001, 5_000) },
      { weight: 2, arbitrary: fc.constantFrom(20_000, 66_000, 250_000) },
    ),
  )
  .map(([unit, times]) => unit.repeat(times))

export const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...SHORT) },
  { weight: 3, arbitrary: long },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...SHORT), fc.constantFrom(...SHORT)).map((two) => two.join('')),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.double().map(String) },
)

/** The bytes of a text; lone surrogates become invalid UTF-8. */
export function bytesOf(text: string): Buffer {
  const half = (sign: string) => {
    const code = sign.charCodeAt(0)
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)])
  }
  const parts = text.split(/(\p{Cs})/u)
  return Buffer.concat(parts.map((part, at) => (at % 2 ? half(part) : Buffer.from(part))))
}

export function percent(text: string): string {
  return bytesOf(text)
    .toString('latin1')
    .replace(/[^\w.~-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
}
