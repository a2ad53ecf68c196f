import { expect, test } from 'vitest'
import { queueAddress, queueView } from './queue.rules'

const ID = '00000000-0000-4000-8000-000000000000'

test('the view stands in the address, without what is not chosen', () => {
  expect(queueAddress()).toBe('/admin/richieste')
  const address = `/admin/richieste?corso=${ID}&eta=in-ritardo&posti=pieni&ordine=recenti&dopo=${ID}`
  expect(queueAddress(queueView(new URL(address, 'http://site').searchParams))).toBe(address)
})

test('what the address does not mean is ignored', () => {
  for (const query of ['corso=x&dopo=1&prima=%00', 'eta=vecchie&posti=&ordine=-', 'eta=toString', ''])
    expect(queueAddress(queueView(new URLSearchParams(query)))).toBe('/admin/richieste')
})
