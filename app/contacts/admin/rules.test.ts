import { describe, expect, test } from 'vitest'
import { CONTACT_NOTE_MAX, inboxAddress, inboxView, mayNoteContact } from './rules'

describe('the list in the address', () => {
  const view = (query: string) => inboxView(new URLSearchParams(query))

  test('says nothing of what goes without saying', () => {
    expect(inboxAddress(view(''))).toBe('/admin/contacts')
    expect(inboxAddress(view('stato=nuove&q='))).toBe('/admin/contacts')
    expect(inboxAddress(view('stato=tutte&q=ada+rossi&prima=x&altro=1'), 'id')).toBe(
      '/admin/contacts/id?q=ada+rossi&prima=x&stato=tutte',
    )
  })

  test('of what it does not know is the list as it begins', () => {
    expect(view('stato=constructor&q=%00')).toEqual({ q: '', stato: 'nuove', dopo: '', prima: '' })
  })
})

describe('a note', () => {
  const stored = { note: 'Richiamare' }

  test('takes the place of the one that its author had before them', () => {
    expect(mayNoteContact(stored, { note: 'Fatto', before: 'Richiamare' })).toEqual({ ok: true })
    expect(mayNoteContact({ note: null }, { note: 'Fatto', before: '' })).toEqual({ ok: true })
    expect(mayNoteContact(stored, { note: 'Fatto', before: '' })).toMatchObject({ refusal: 'note-changed' })
    expect(mayNoteContact(stored, { note: '', before: '' })).toMatchObject({ refusal: 'note-changed' })
  })

  test('that exists is accepted, one too long is not', () => {
    expect(mayNoteContact(stored, { note: 'Richiamare', before: '' })).toEqual({ ok: true })
    const note = 'a'.repeat(CONTACT_NOTE_MAX + 1)
    expect(mayNoteContact(stored, { note, before: 'Richiamare' })).toMatchObject({ refusal: 'long-note' })
  })
})
