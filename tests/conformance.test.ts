import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { found, isADR, isAddress, isFile, isThere, missing, namesIn } from './documents'

// What docs/conformance.md names exists.

const table = readFileSync('docs/conformance.md', 'utf8')
const prose = table.replace(/`[^`]+`/g, '')
const code = globSync('app/**/*.{ts,tsx,css}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/\s+/g, ' ')

const { marked, files, addresses, journeys } = namesIn(table)

describe('the table of conformance names', () => {
  test('Italian texts as specified, except inserted values', () => {
    const pieces = found(/"([^"]+)"/g, prose).flatMap((text) => text.split('…').map((piece) => piece.trim()))
    expect(pieces.length).toBeGreaterThan(200)
    expect(missing(pieces, (piece) => code.includes(piece))).toEqual([])
  })

  test('files that exist', () => {
    expect(missing(files, isThere.file)).toEqual([])
  })

  test('journeys that exist', () => {
    expect(missing(journeys, isThere.journey)).toEqual([])
  })

  test('addresses of the site', () => {
    expect(missing(addresses, isThere.address)).toEqual([])
  })

  test('ADRs that exist', () => {
    expect(missing(found(/\bADR (\d+)/g, prose), isADR)).toEqual([])
  })

  test('words of the code', () => {
    const words = marked.filter((name) => !isFile(name) && !isAddress(name) && !journeys.includes(name))
    expect(missing(words, (word) => code.includes(word))).toEqual([])
  })
})
