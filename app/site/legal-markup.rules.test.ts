import { expect, test } from 'vitest'
import { LEGAL_NAMES } from '../content/legal.rules'
import { FIRST_LEGAL_VERSIONS } from '../content/legal-texts'
import { legalTextProblem, parseLegalText, withAnchorsOf, withoutAnchors } from './legal-markup.rules'

const blocks = (text: string) => parseLegalText(`## T\n${text}`)[0]?.blocks
const parts = (line: string) => {
  const [block] = blocks(line) ?? []
  return block?.kind === 'paragraph' ? block.parts : undefined
}

test.each(LEGAL_NAMES)('the first text of %s can be published, with the anchors that links use', (page) => {
  const { text } = FIRST_LEGAL_VERSIONS[page]
  expect(legalTextProblem(text)).toBeUndefined()
  for (const { id } of parseLegalText(text)) expect(text).toContain(`{#${id}}`)
})

test('a text has sections with anchors, paragraphs, lists and tables', () => {
  const text =
    '## Chi è {#chi}\n\nUna riga\nche continua.\n\n- uno\n- due\nE poi.\n\n[Tabella: cookie]\n## Perché no?\nEcco.'
  expect(parseLegalText(text)).toEqual([
    {
      id: 'chi',
      heading: 'Chi è',
      blocks: [
        { kind: 'paragraph', parts: [{ kind: 'text', text: 'Una riga che continua.' }] },
        { kind: 'list', items: [[{ kind: 'text', text: 'uno' }], [{ kind: 'text', text: 'due' }]] },
        { kind: 'paragraph', parts: [{ kind: 'text', text: 'E poi.' }] },
        { kind: 'table', name: 'cookie' },
      ],
    },
    {
      id: 'perche-no',
      heading: 'Perché no?',
      blocks: [{ kind: 'paragraph', parts: [{ kind: 'text', text: 'Ecco.' }] }],
    },
  ])
})

const FORMER = '## Chi è {#chi}\n\nNoi.\n\n## I tuoi diritti {#diritti}\n\nTutti.'

test.each([
  ['the same headings', '## Chi è\n\nNoi due.\n\n## I tuoi diritti\n\nTutti.', ['chi', 'diritti']],
  ['another order', '## I tuoi diritti\n\nTutti.\n\n## Chi è\n\nNoi.', ['diritti', 'chi']],
  [
    'other words in the same place',
    '## Chi siamo\n\nVoi.\n\n## I tuoi diritti\n\nTutti.',
    ['chi', 'diritti'],
  ],
  [
    'other words and one more',
    '## Novità\n\nx\n\n## Chi siamo\n\nNoi.\n\n## Altro\n\ny',
    ['novita', 'chi', 'altro'],
  ],
  ['another heading before', '## Novità\n\nx\n\n## Chi è\n\nNoi.', ['novita', 'chi']],
  [
    'a heading with the word of an anchor',
    '## Diritti\n\nx\n\n## Chi è\n\nNoi.\n\n## I tuoi diritti\n\nTutti.',
    ['diritti-2', 'chi', 'diritti'],
  ],
  ['an anchor that the office writes', '## Chi è {#noi}\n\nNoi.\n\n## Altro {#chi}\n\nx', ['noi', 'chi']],
  ['a heading written twice', '## Chi è\n\nNoi.\n\n## Chi è\n\nVoi.', ['chi', 'diritti']],
])('anchors that the office does not see go on: %s', (_, text, ids) => {
  expect(parseLegalText(withAnchorsOf(FORMER, text)).map(({ id }) => id)).toEqual(ids)
})

test.each(LEGAL_NAMES)(
  'the sections of the first text of %s are the same after its anchors were hidden',
  (page) => {
    const { text } = FIRST_LEGAL_VERSIONS[page]
    expect(withoutAnchors(text)).not.toContain('{#')
    expect(parseLegalText(withAnchorsOf(text, withoutAnchors(text)))).toEqual(parseLegalText(text))
  },
)

test('a heading without a space keeps what follows it, and three signs are no heading', () => {
  expect(parseLegalText('##Titolo\nTesto\n### Altro')).toMatchObject([
    { heading: 'Titolo', blocks: [{ kind: 'paragraph', parts: [{ text: 'Testo ### Altro' }] }] },
  ])
})

test('a line has bold words, code, links and words that the site fills in', () => {
  expect(parts('Un **punto** di `x`, [qui](/corsi), [PEC].')).toEqual([
    { kind: 'text', text: 'Un ' },
    { kind: 'strong', parts: [{ kind: 'text', text: 'punto' }] },
    { kind: 'text', text: ' di ' },
    { kind: 'code', text: 'x' },
    { kind: 'text', text: ', ' },
    { kind: 'link', text: 'qui', address: '/corsi' },
    { kind: 'text', text: ', ' },
    { kind: 'placeholder', name: 'pec' },
    { kind: 'text', text: '.' },
  ])
})

test('bold words may have links and words that the site fills in', () => {
  expect(parts('**Scrivi a [azienda]**')).toEqual([
    {
      kind: 'strong',
      parts: [
        { kind: 'text', text: 'Scrivi a ' },
        { kind: 'placeholder', name: 'azienda' },
      ],
    },
  ])
})

test.each([
  '<b>HTML</b> <script>alert(1)</script>',
  '[male](javascript:alert(1))',
  '[male](JavaScript:alert)',
  '[male](data:text/html,x)',
  '[male](//altrove.example)',
  '[male](/\\altrove.example)',
  '[male](http://example.org)',
  '[male](mailto:)',
  '[parola sconosciuta]',
  '**aperto',
])('%s stays text', (line) => {
  expect(parts(line)).toEqual([{ kind: 'text', text: line }])
})

test.each(['https://example.org/a?b=c', 'mailto:a@example.org', '/note-legali#chi', '#chi'])(
  '%s is an address',
  (address) => {
    expect(parts(`[x](${address})`)).toEqual([{ kind: 'link', text: 'x', address }])
  },
)

test.each([
  ['', 'Scrivi il testo'],
  ['Senza titolo', 'Comincia con un titolo'],
  ['## \nTesto', 'Comincia con un titolo'],
  ['## A\nx\n## Vuoto', 'Sotto «Vuoto» non c’è nulla'],
  ['## A\nx\n## A\ny', 'Due titoli portano a «#a»'],
  ['## A {#Con spazi}\nx', 'L’ancora {#Con spazi}'],
  ['## A\n[male](javascript:alert(1))', 'Il link «male»'],
  ['## A\n[tabella: stipendi]', '[tabella: stipendi] non va qui'],
  ['## A\nP. IVA [partita iv]', 'al posto di [partita iv]'],
  ['## A\n**P. IVA [partita iv]**', 'al posto di [partita iv]'],
  ['## Chi è [azienda]\nx', 'In un titolo il sito non sostituisce [azienda]'],
  ['## A\nVedi [tabella: cookie] qui', '[tabella: cookie] non va qui: le tabelle sono trattamenti, cookie'],
  ['## A\n- [tabella: stipendi]', '[tabella: stipendi] non va qui: le tabelle sono trattamenti, cookie'],
  [`## A\n${'x'.repeat(60_000)}`, 'Al massimo 60000 caratteri: ora sono 60005'],
])('%s is not published', (text, problem) => {
  expect(legalTextProblem(text)).toContain(problem)
})

test('brackets in code are shown as typed', () => {
  expect(legalTextProblem('## A\nSi scrive `[x]` o **`[y]`**')).toBeUndefined()
})

test('a draft may be unfinished, but not endless', () => {
  expect(legalTextProblem('[male](javascript:x)', true)).toBeUndefined()
  expect(legalTextProblem('x'.repeat(60_001), true)).toContain('Al massimo')
})
