import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalForm, tidy } from './text.rules'

test('text that people write is normalised as Unicode says', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('NFC', 'NFKC', 'NFKD'), (text, form) => {
      expect(normalForm(text, form)).toBe(text.normalize(form))
    }),
  )
})

test('half a megabyte of unordered marks is normalised in less than 100 ms of CPU time', () => {
  const marks = `a${'\u0300\u0323'.repeat(125_000)}`
  const before = process.threadCpuUsage().user
  expect(normalForm(marks, 'NFC').length).toBeLessThan(40)
  expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(100)
})

test.each([
  ['نور\u200cالدین', 'نور\u200cالدین'],
  ['क्\u200dष', 'क्\u200dष'],
  ['👩\u200d🏫 Anna', '👩\u200d🏫 Anna'],
  ['Ma\u200dria', 'Maria'],
  ['Maria\u200d', 'Maria'],
  ['\u200cनमस्ते\u200d', 'नमस्ते'],
  ['क\u200d\u200d\u200dष', 'कष'],
  ['Ada\u200b Conti\ufeff', 'Ada Conti'],
])('%j is tidied to %j: joiners stay where they shape the text', (typed, tidied) => {
  expect(tidy(typed)).toBe(tidied)
  expect(tidy(tidied)).toBe(tidied)
})
