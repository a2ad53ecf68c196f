import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { balanceOf } from '../dues/rules'
import MoveOwn from './move-own.screen'

const EDITION = { id: 'b', startDate: '2027-03-12', price: 360, maxPartecipanti: null, seatsTaken: 0 }

/** The dialog with one edition to move to. `paid`: what was paid so far, in cents. */
function dialogWith({ place, paid }: { place: string; paid: number }) {
  const balance = balanceOf(
    [{ number: 1, dueOn: '2027-01-15', cents: 36000 }],
    [{ cents: paid }],
    '2027-01-01',
  )
  const loaderData = { balance, editions: [{ ...EDITION, place }], refusal: undefined }
  const page = { loaderData, params: { enrolment: 'e' } } as unknown as Parameters<typeof MoveOwn>[0]
  const element = <MoveOwn {...page} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('an edition that is followed online has no place of the catalogue', () => {
  const dialog = dialogWith({ place: 'Da casa', paid: 0 })
  expect(dialog).toContain('12 marzo 2027, online')
  expect(dialog).not.toContain('Da casa')
})

test('only who has paid something reads that it counts', () => {
  expect(dialogWith({ place: 'Fermo', paid: 0 })).not.toContain('Quello che hai pagato')
  expect(dialogWith({ place: 'Fermo', paid: 1000 })).toContain('Quello che hai pagato vale anche lì.')
})
