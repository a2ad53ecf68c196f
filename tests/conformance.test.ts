import { existsSync, globSync, readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import routes from '../app/routes'

// docs/conformance.md tells where each sentence of the specification is seen. What it names must be there.

const table = readFileSync('docs/conformance.md', 'utf8')
const prose = table.replace(/`[^`]+`/g, '')
const code = globSync('app/**/*.{ts,tsx,css}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/\s+/g, ' ')

/** Each once, with what is not there: a whole list of slips instead of the first one. */
const found = (pattern: RegExp, text = table) => [
  ...new Set([...text.matchAll(pattern)].map(([, one = '']) => one)),
]
const missing = (named: string[], isThere: (one: string) => boolean) => named.filter((one) => !isThere(one))

const addressesOf = (entries: RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const address = path ? `${above}/${path}` : above
    return [address || '/', ...addressesOf(children, address)]
  })

const marked = found(/`([^`]+)`/g)
const isFile = (name: string) => /\.(tsx?|css|md)$/.test(name)
const isAddress = (name: string) => name.startsWith('/')
const journeys = found(/journeys? ((?:`[a-z-]+`(?:, )?)+)/g).flatMap((list) => list.match(/[a-z-]+/g) ?? [])

describe('the table of conformance names', () => {
  test('Italian texts to the letter, but for what the program fills in', () => {
    const pieces = found(/"([^"]+)"/g, prose).flatMap((text) => text.split('…').map((piece) => piece.trim()))
    expect(pieces.length).toBeGreaterThan(200)
    expect(missing(pieces, (piece) => code.includes(piece))).toEqual([])
  })

  test('files that exist', () => {
    const files = marked.filter(isFile)
    expect(missing(files, (file) => existsSync(`app/${file}`) || existsSync(file))).toEqual([])
  })

  test('journeys that exist', () => {
    expect(missing(journeys, (name) => existsSync(`tests/journeys/${name}.e2e.ts`))).toEqual([])
  })

  test('addresses of the site', () => {
    const all = new Set(addressesOf(routes))
    expect(missing(marked.filter(isAddress), (address) => all.has(address))).toEqual([])
  })

  test('decisions that exist', () => {
    const decisions = found(/\b(0\d{3})\b/g, prose)
    expect(missing(decisions, (number) => globSync(`docs/decisions/${number}-*.md`).length === 1)).toEqual([])
  })

  test('words of the code', () => {
    const words = marked.filter((name) => !isFile(name) && !isAddress(name) && !journeys.includes(name))
    expect(missing(words, (word) => code.includes(word))).toEqual([])
  })
})
