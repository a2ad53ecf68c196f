import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDraft, readDraft, storeDraft } from './drafts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
    removeItem: (key: string) => items.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

test('the drafts of two people on one page are kept apart', () => {
  const page = '/docente/corsi/1/lezioni/1'
  storeDraft('ada', page, { bea: 'in parte' })
  expect(readDraft('bruno', page)).toBeUndefined()
  storeDraft('bruno', page, { bea: 'assente' })
  storeDraft(undefined, page, {})
  forgetDraft('bruno', page)
  expect(readDraft('ada', page)).toEqual({ bea: 'in parte' })
  expect(readDraft('bruno', page)).toBeUndefined()
})
