import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// A word of the interface has one meaning.

const files = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))

/** Where an edition that will not be held is named without the word 'edizione' on the line. */
const ABOUT_EDITIONS = [
  'app/audit/fields.rules.ts',
  'app/courses/minimum.rules.ts',
  'app/courses/phase.rules.ts',
  'app/courses/table/course-state.tsx',
  'app/courses/table/course-table.tsx',
]

test("'Annulla' is said of an edition alone: undoing is 'Ripristina', closing 'Chiudi', an enrolment is 'disdetta'", () => {
  const others = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /annull/i.test(line) && !/edizion|edition/i.test(line))
      .map((line) => ({ file, line: line.trim() })),
  )
  expect(others.filter(({ file }) => !ABOUT_EDITIONS.includes(file))).toEqual([])
  expect([...new Set(others.map(({ file }) => file))].sort()).toEqual(ABOUT_EDITIONS)
})
