import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAIL_TOPICS } from './kinds.rules'

const read = (files: string) =>
  globSync(files)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
const emails = read('app/**/*emails.tsx')
/** The reminders of payments are named where their words are. */
const reminders = read('app/payments/reminders/rules.ts')
const known = Object.values(MAIL_TOPICS).flatMap(({ kinds }): string[] => [...kinds])

test('every kind of e-mail belongs to one topic, and there are no others', () => {
  // `kind: 'thanks'`, or an argument after the facts or the addressee.
  const written = [
    ...emails.matchAll(/(?:\bkind: |\((?:\w+|\{[^}]*\}),\s*(?:officeEmail,\s*)?)'([a-z]+(?:-[a-z]+)*)'/g),
  ].map(([, kind]) => kind)
  expect(written.length).toBeGreaterThan(30)
  expect(written.filter((kind) => !known.includes(kind ?? ''))).toEqual([])
  expect(known.filter((kind) => !(emails + reminders).includes(`'${kind}'`))).toEqual([])
  expect(new Set(known).size).toBe(known.length)
})
