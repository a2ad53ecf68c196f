import { describe, expect, test } from 'vitest'
import { composedMessage } from '../contacts/rules'
import { inboxAddress, inboxView, mayNote, NOTE_MAX, replyTo } from './rules'

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
  const standing = { handledAt: null, note: 'Richiamare' }

  test('takes the place of the one that its author had before them', () => {
    expect(mayNote(standing, { note: 'Fatto', before: 'Richiamare' })).toEqual({ ok: true })
    expect(mayNote({ ...standing, note: null }, { note: 'Fatto', before: '' })).toEqual({ ok: true })
    expect(mayNote(standing, { note: 'Fatto', before: '' })).toMatchObject({ refusal: 'note-changed' })
    expect(mayNote(standing, { note: '', before: '' })).toMatchObject({ refusal: 'note-changed' })
  })

  test('that stands there already is no harm, one too long is', () => {
    expect(mayNote(standing, { note: 'Richiamare', before: '' })).toEqual({ ok: true })
    const note = 'a'.repeat(NOTE_MAX + 1)
    expect(mayNote(standing, { note, before: 'Richiamare' })).toMatchObject({ refusal: 'long-note' })
  })
})

describe('the answer by mail', () => {
  const sender = { name: 'Ada', surname: 'Rossi', email: 'ada+corsi@example.it' }
  const values = { fullName: '', email: '', phone: '', courseInterest: 'Leadership & Team' }
  const letter = (message: string) => {
    const url = new URL(replyTo({ ...sender, message }))
    expect([url.protocol, url.pathname]).toEqual(['mailto:', 'ada+corsi@example.it'])
    const [subject, body] = ['subject', 'body'].map((name) => {
      const value = new RegExp(`[?&]${name}=([^&]*)`).exec(url.search)?.[1] ?? ''
      return decodeURIComponent(value)
    })
    return { subject, body }
  }

  test('names the course and quotes the words', () => {
    const { subject, body } = letter(composedMessage({ ...values, message: 'Prima & poi?\nCosì' }))
    expect(subject).toBe('Re: Leadership & Team')
    expect(body).toMatch(/^Gentile Ada Rossi,\r\n/)
    expect(body).toMatch(/\r\n> Prima & poi\?\r\n> Così$/)
  })

  test('to a long message fits into a link', () => {
    expect(replyTo({ ...sender, message: 'a'.repeat(3000) }).length).toBeLessThan(2_000)
    expect(letter(`a${'🎓'.repeat(1500)}`).body).toMatch(/…$/)
  })

  test('without a course has a subject all the same', () => {
    expect(letter('Ciao').subject).toBe('Re: la tua richiesta')
  })
})
