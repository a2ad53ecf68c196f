import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { detailsInFull } from '../audit/rules'
import { FIRST_SETTINGS } from '../content/first-settings'
import { db } from '../database/client.server'
import { auditLogs } from '../database/schema'
import { siteSettings } from '../site/settings'
import { changeSettings } from './commands.server'
import { readTextPart, TEXT_PARTS, textPartIn, writeTextPart } from './texts.rules'

beforeEach(emptyDatabase)

const text: Record<string, string> = Object.assign(
  {},
  ...TEXT_PARTS.map((part) => writeTextPart(part, FIRST_SETTINGS.texts)),
)

/** Reads the forms of all parts. */
const readTexts = (typed: Record<string, string>) =>
  TEXT_PARTS.reduce(
    ({ value, errors }, part) => {
      const read = readTextPart(part, typed, value)
      return { value: read.value, errors: { ...errors, ...read.errors } }
    },
    { value: FIRST_SETTINGS.texts, errors: {} as Record<string, string> },
  )

test('the first texts pass the form to the letter, no-break spaces too', () => {
  expect(readTexts(text)).toEqual({ value: FIRST_SETTINGS.texts, errors: {} })
  expect(text['home.title.0']).toContain('e\u00a0digitale')
})

test('an empty text is refused, a long one with its count, and both stay as typed', () => {
  const { errors } = readTexts({ ...text, 'home.title.0': ' \u00a0', 'home.lead': 'l'.repeat(241) })
  expect(errors).toEqual({
    'home.title.0': 'Serve: il sito lo mostra',
    'home.lead': 'Al massimo 240 caratteri: ora sono 241',
  })
  const empty = readTexts({})
  expect(Object.keys(empty.errors)).toEqual(Object.keys(text))
})

test('a placeholder that nothing stands for is refused where it is typed', () => {
  const typed = { ...text, 'home.lead': 'Da [anni] anni, [azienda]', 'about.story': 'Da [anni] anni.' }
  const { errors } = readTexts(typed)
  expect(Object.keys(errors)).toEqual(['home.lead'])
  expect(errors['home.lead']).toContain('al posto di [anni]')
})

test('a part is written and read alone, and the others stay', () => {
  for (const part of TEXT_PARTS) {
    const typed = writeTextPart(part, FIRST_SETTINGS.texts)
    expect(Object.keys(typed)).toEqual(part.fields.map(({ name }) => name))
    expect(readTextPart(part, typed, FIRST_SETTINGS.texts)).toEqual({
      value: FIRST_SETTINGS.texts,
      errors: {},
    })
    expect(Object.keys(readTextPart(part, {}, FIRST_SETTINGS.texts).errors)).toEqual(Object.keys(typed))
  }
  const home = textPartIn(new URLSearchParams('parte=home'))
  const typed = {
    ...writeTextPart(home, FIRST_SETTINGS.texts),
    'home.lead': 'Altro.',
    'about.lead': 'Di un’altra parte.',
  }
  const { value } = readTextPart(home, typed, FIRST_SETTINGS.texts)
  expect([value.home.lead, value.about]).toEqual(['Altro.', FIRST_SETTINGS.texts.about])
})

test('the address names a part, the first for another name', () => {
  for (const { id } of TEXT_PARTS) expect(textPartIn(new URLSearchParams({ parte: id })).id).toBe(id)
  for (const search of ['', 'parte=', 'parte=zzz', 'parte=__proto__'])
    expect(textPartIn(new URLSearchParams(search)).id).toBe('home')
})

test('an empty line divides paragraphs, and markup stays text', () => {
  const story = 'Uno\nancora uno.\n \n\n<b>Due</b> <script>alert(1)</script>\n\n'
  expect(readTexts({ ...text, 'about.story': story }).value.about.story).toEqual([
    'Uno ancora uno.',
    '<b>Due</b> <script>alert(1)</script>',
  ])
})

test('a change shows with its placeholders filled, and the log names the text that changed', async () => {
  const admin = await anAdmin()
  const changed = readTexts({ ...text, 'home.lead': 'Corsi di [azienda] dal [anno].' }).value
  await changeSettings(admin, 'texts', changed, 0)
  expect(siteSettings().texts.home.lead).toBe('Corsi di Accademia Truentum dal 2010.')
  await changeSettings(admin, 'texts', { ...changed, payment: FIRST_SETTINGS.texts.payment }, 1)
  await changeSettings(admin, 'texts', FIRST_SETTINGS.texts, 1)
  const entries = await db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.entityType, 'site_settings'))
    .orderBy(desc(auditLogs.id))
  // The same content is no change.
  expect(entries).toHaveLength(2)
  expect(detailsInFull(entries[0]?.details ?? {}).changed).toEqual([
    {
      key: 'home.lead',
      label: 'Sotto il titolo della home',
      before: 'Corsi di [azienda] dal [anno].',
      after: FIRST_SETTINGS.texts.home.lead,
    },
  ])
})
