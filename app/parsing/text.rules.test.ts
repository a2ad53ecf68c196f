import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalForm } from './text.rules'

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
