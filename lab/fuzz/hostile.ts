import fc from 'fast-check'

/** What stands in answers only where something was not escaped: an element, an attribute, a header. */
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

/** Much of one thing: what takes time that grows with the square shows itself. */
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

/** Texts that no page of ours sends. */
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

/** The bytes of a text; half a character becomes what no UTF-8 holds. */
export function bytesOf(text: string): Buffer {
  const half = (sign: string) => {
    const code = sign.charCodeAt(0)
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)])
  }
  const parts = text.split(/(\p{Cs})/u)
  return Buffer.concat(parts.map((part, at) => (at % 2 ? half(part) : Buffer.from(part))))
}

/** The same for an address or a form. */
export function percent(text: string): string {
  return bytesOf(text)
    .toString('latin1')
    .replace(/[^\w.~-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
}

const HEADERS: Record<string, string[]> = {
  'Accept-Encoding': [
    'gzip',
    'br',
    'br;q=0',
    'identity;q=0',
    '*',
    'gzip, br, zstd',
    ',,;q',
    'x'.repeat(3_000),
  ],
  Accept: ['application/json', 'text/html;q=0', '*/*', 'image/*', ';;', 'text/calendar'],
  'Accept-Language': ['en', 'xx-YY;q=9', '*'],
  Authorization: [
    'Bearer',
    'Bearer x',
    `Bearer ${'é'.repeat(200)}`,
    'Bearer a.b',
    'Basic Og==',
    'Basic !!!',
    'Bearer %ff',
    'x'.repeat(4_000),
  ],
  'Cache-Control': ['no-cache', 'only-if-cached'],
  Cookie: [
    '=',
    ';;;',
    'a',
    'avviso=%',
    'avviso=e30%3D.x',
    'corso=bnVsbA==.%ff',
    'modulo="',
    '__proto__=1',
    'session=x.y',
    'session=%E0%A4%A',
    '__Host-session=1',
    'x='.repeat(2_000),
  ],
  'Content-Encoding': ['gzip', 'br', 'x'],
  'Content-Type': [
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;',
    'APPLICATION/JSON',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'application/x-www-form-urlencoded; charset=utf-7',
    'text/x-turbo',
    '/',
    'a/b; c="',
  ],
  DNT: ['1'],
  Expect: ['100-continue', 'nothing'],
  Forwarded: ['for="[::1]";host=evil.example'],
  Host: ['evil.example', 'localhost:99999', '[', 'a b', '', '127.0.0.1', 'LOCALHOST', 'a'.repeat(300)],
  'If-Match': ['*', '"x"'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', 'yesterday'],
  'If-None-Match': ['*', '"x"', 'W/"x", "y"', '"', `${'"a",'.repeat(3_000)}"b"`],
  'If-Range': ['"x"'],
  Origin: ['null', 'http://evil.example', 'x', 'http://localhost'],
  Purpose: ['prefetch'],
  Range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-1',
    'bytes=0-99999999999999999999',
    `bytes=${'0-1,'.repeat(1_000)}2-3`,
    'items=1',
    'bytes=',
  ],
  Referer: ['http://evil.example/', '%', 'x'.repeat(4_000)],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'none', 'x'],
  'Sec-Purpose': ['prefetch;prerender'],
  TE: ['trailers', 'gzip'],
  Upgrade: ['h2c'],
  'User-Agent': ['', `<${MARK}>`, 'x'.repeat(4_000)],
  'X-Forwarded-For': ['', ',', 'x', '::1', '1.1.1.1, '.repeat(100), `"><${MARK}>`],
  'X-Forwarded-Host': ['evil.example'],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Request-Id': [`<${MARK}>`, '../..'],
}

/** A header that no browser sends like this; its text are bytes. */
export const oddHeader: fc.Arbitrary<[string, string]> = fc
  .constantFrom(...Object.entries(HEADERS).flatMap(([name, values]) => values.map((value) => [name, value])))
  .map(([name = '', value = '']) => [name, Buffer.from(value).toString('latin1')])

export const oddMethod = fc.constantFrom(
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'FUZZ',
  'get',
)

/** Paths that are none of the site's, or almost. */
export const oddPath = fc.constantFrom(
  ...[
    '/%00',
    '/%ff',
    '/%',
    '/%E0%A4%A',
    '//',
    '//evil.example',
    '/..',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/a/../admin',
    '/./',
  ],
  ...[
    '/assets/',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/fonts/..%2f..%2fserver.ts',
    '/assets/x.js',
    '/icons/%00',
    '/.env',
    '/.git/config',
  ],
  ...[
    '/corsi/',
    '/CORSI',
    '/corsi//',
    '/corsi%2F',
    '/admin/',
    '/admin//audit',
    '/auth/',
    '/__manifest',
    '/__manifest?p=%2F&version=x',
  ],
  ...[
    '/_root.data',
    '/.data',
    '/corsi.data.data',
    '/admin.data?index',
    '/;a=b',
    '/\\',
    '/\\evil.example',
    '/a b',
    '/<',
    '/é',
    '/"',
    '/{}',
    '/?',
    '/??',
    '/?#',
    '/#',
  ],
  ...[
    `/${'a'.repeat(5_000)}`,
    `/${'a/'.repeat(2_000)}`,
    `/${'%41'.repeat(3_000)}`,
    `/corsi?${'a=b&'.repeat(3_000)}`,
    `/${'x'.repeat(20_000)}`,
  ],
  ...[
    '*',
    'http://evil.example/',
    'localhost:80',
    '',
    '/healthz',
    '/readyz',
    '/healthz?x',
    '/metrics',
    '/api/auth/get-session',
    '/api/auth/sign-in/email',
  ],
)
