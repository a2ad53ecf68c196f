import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { found, isADR, isThere, missing, namesIn } from './documents'

// docs/security.md covers OWASP ASVS 5.0 and names what exists.

/** Requirements of levels 1 and 2 by section; the gaps are level 3. */
const REQUIREMENTS = `
1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3
6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2
10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3
15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2`
  .trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [number, first = '', last = first] = section.split(/[:-]/)
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, n) => `${number}.${Number(first) + n}`,
    )
  })

const document = readFileSync('docs/security.md', 'utf8')
const rows = [...document.matchAll(/^\| ([\d.]+) +\| [12] +\| (.+) \|$/gm)].map(([, number, cells = '']) => {
  const [requirement = '', state = '', how = '', shown = ''] = cells.split(' | ').map((cell) => cell.trim())
  return { number, requirement, state, how, shown }
})
const tests = globSync(['app/**/*.test.ts', 'tests/**/*.{test,e2e}.ts'])
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const { files, journeys, addresses } = namesIn(document)

test('every requirement has its row, once and in order', () => {
  expect(REQUIREMENTS).toHaveLength(253)
  expect(rows.map(({ number }) => number)).toEqual(REQUIREMENTS)
})

test('it says what the inspection of uploads does not see', () => {
  expect(document).toContain('Active content is not looked for')
  expect(rows.find(({ number }) => number === '5.4.3')?.state).toBe('not met')
})

test('every row explains its state, with evidence', () => {
  const states = { met: 0, 'n/a': 0, operator: 0, 'not met': 0 }
  const poor = rows.filter(({ requirement, state, how, shown }) => {
    states[state as keyof typeof states] += 1
    return !requirement || how.length < 5 || (state === 'met' && !shown)
  })
  expect(poor).toEqual([])
  const sentence = `of 253 requirements ${states.met} are met, ${states['n/a']} do not apply, ${states.operator} are the operator's, ${states['not met']} are not met`
  expect(document).toContain(sentence)
})

describe('the document names', () => {
  test('files and journeys that exist', () => {
    expect(missing(files, isThere.file)).toEqual([])
    expect(missing(journeys, isThere.journey)).toEqual([])
  })

  test('addresses of the site', () => {
    expect(
      missing(
        addresses,
        (address) => isThere.address(address) || /^\/(healthz|readyz|metrics)$/.test(address),
      ),
    ).toEqual([])
  })

  test('tests by their titles', () => {
    const titles = rows.flatMap(({ shown }) => found(/"([^"]+)"/g, shown))
    expect(titles.length).toBeGreaterThan(60)
    expect(missing(titles, (title) => tests.includes(title))).toEqual([])
  })

  test('sections and ADRs that are there', () => {
    const sections = found(/^## (.+)$/gm, document).map((heading) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    )
    expect(missing(found(/\]\(#([^)]+)\)/g, document), (anchor) => sections.includes(anchor))).toEqual([])
    expect(missing(found(/\bADR (\d+)/g, document), isADR)).toEqual([])
  })
})
