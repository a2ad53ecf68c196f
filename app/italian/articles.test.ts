import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withA, withArticle } from './articles'

test.each([
  ['il', '7 marzo', 'il 7 marzo'],
  ['il', '8 marzo', 'l’8 marzo'],
  ['Il', '8 marzo', 'L’8 marzo'],
  ['il', '11 aprile 2027', 'l’11 aprile 2027'],
  ['il', '1 maggio', 'il 1º maggio'],
  ['il', '10 maggio', 'il 10 maggio'],
  ['il', '18 maggio', 'il 18 maggio'],
  ['il', '21 maggio', 'il 21 maggio'],
  ['dal', '8 mar 2027', 'dall’8 mar 2027'],
  ['Dal', '11 marzo', 'Dall’11 marzo'],
  ['dal', '1 marzo', 'dal 1º marzo'],
  ['fino al', '11 marzo', 'fino all’11 marzo'],
  ['fino al', '1 marzo', 'fino al 1º marzo'],
  ['entro il', '8 marzo', 'entro l’8 marzo'],
  ['del', '08/03/2027 09:30', 'dell’08/03/2027 09:30'],
  ['del', '01/03/2027', 'del 01/03/2027'],
  ['al', '8° posto', 'all’8° posto'],
  ['al', '11° posto', 'all’11° posto'],
  ['al', '1° posto', 'al 1° posto'],
  ['al', '12° posto', 'al 12° posto'],
  ['al', '80%', 'all’80%'],
  ['al', '110%', 'al 110%'],
  ['nel', '800', 'nell’800'],
  ['Entro il', '11 maggio', 'Entro l’11 maggio'],
])('%s + %s = %s', (article, text, joined) => {
  expect(withArticle(article, text)).toBe(joined)
})

test.each([
  ['marzo 2027', 'a marzo 2027'],
  ['aprile', 'ad aprile'],
  ['agosto 2027', 'ad agosto 2027'],
  ['ottobre', 'a ottobre'],
  ['Ascoli Piceno', 'ad Ascoli Piceno'],
])('%s: %s', (text, phrase) => {
  expect(withA(text)).toBe(phrase)
})

test('no article stands before a written day without it', () => {
  const written =
    /(?<![\p{L}])(?:[Ii]l|[Aa]l|[Dd]al|[Dd]el|[Nn]el|[Ss]ul)(?: |\{' '\}\s*| <b>)\$?\{(?:formatDate|writeDay|ordinal|day|moment)\(/u
  const files = globSync('app/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  expect(files.filter((file) => written.test(readFileSync(file, 'utf8')))).toEqual([])
})
