import { expect, test } from 'vitest'
import { textDifference } from './difference.rules'

const written = (former: string, text: string) =>
  textDifference(former, text).map(({ heading, pieces }) => [
    heading,
    pieces.map(({ kind, text }) => (kind === 'same' ? text : `${kind}(${text})`)).join(''),
  ])

const TEXT = '## Uno {#uno}\n\nIl gatto dorme.\n\nResta.\n\n## Due\n\n- primo\n- secondo'

test('texts that are alike do not differ, whatever their empty lines', () => {
  expect(written(TEXT, TEXT.replaceAll('\n\n', '\n\n\n'))).toEqual([])
})

test('a changed paragraph shows its words under its heading', () => {
  expect(written(TEXT, TEXT.replace('gatto dorme', 'cane dorme già'))).toEqual([
    ['Uno', 'Il gone(gatto dorme.)new(cane dorme già.)'],
  ])
  expect(written(TEXT, TEXT.replace('gatto', 'cane'))).toEqual([['Uno', 'Il gone(gatto )new(cane )dorme.']])
})

test('a new paragraph, one that is gone and a heading', () => {
  expect(written(TEXT, TEXT.replace('Resta.', 'Resta.\n\nNuovo.'))).toEqual([['Uno', 'new(Nuovo.)']])
  expect(written(TEXT, TEXT.replace('- primo\n', ''))).toEqual([['Due', 'gone(- primo)']])
  expect(written(TEXT, TEXT.replace('## Due', '## Tre'))).toEqual([['', '## gone(Due)new(Tre)']])
})

test('long texts without anything alike are compared soon', () => {
  const words = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}`).join(' ')
  const started = performance.now()
  expect(textDifference(words('a'), words('b'))).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(500)
})

test('beyond the most pairs everything between the equal beginning and end is replaced, in its order', () => {
  const middle = (word: string) => Array.from({ length: 1_500 }, (_, at) => `${word}${at}`).join(' ')
  const [before, after] = [`${middle('a')} comune`, `comune ${middle('b')}`]
  expect(written(`Inizio ${before} fine`, `Inizio ${after} fine`)).toEqual([
    ['', `Inizio gone(${before} )new(${after} )fine`],
  ])
})
