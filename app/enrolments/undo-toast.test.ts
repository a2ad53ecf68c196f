import { expect, test } from 'vitest'
import { withUndo } from '../../tests/decisions'
import { decisionToast } from './undo-toast.server'

const toast = () => decisionToast('Iscrizione approvata', { ok: true, decision: 'abc' }, '/admin')

test('a toast takes its decision back', () => {
  withUndo()
  expect(toast().button).toMatchObject({
    action: '/admin/decisioni/abc/ripristina',
    fields: { torna: '/admin' },
  })
})

test('a toast has no button where decisions are final at once', () => {
  expect(toast()).toEqual({ tone: 'success', title: 'Iscrizione approvata' })
})
