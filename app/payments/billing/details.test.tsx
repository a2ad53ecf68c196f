import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StoredBillingDetails } from './billing-fields'
import { shouldRevalidate as shouldRevalidateOfPerson } from './details.screen'
import { shouldRevalidate as shouldRevalidateOwn } from './own-details.screen'
import { EMPTY_BILLING_DETAILS } from './rules'

test('a form that was refused because the details have changed is loaded again', () => {
  for (const shouldRevalidate of [shouldRevalidateOfPerson, shouldRevalidateOwn]) {
    type Facts = Parameters<typeof shouldRevalidate>[0]
    const revalidatesAfter = (actionStatus: number) =>
      shouldRevalidate({ actionStatus, defaultShouldRevalidate: false } as Facts)
    expect([409, 400].map(revalidatesAfter)).toEqual([true, false])
  }
})

test('the stored details are shown without what is not known', () => {
  const details = {
    ...EMPTY_BILLING_DETAILS,
    kind: 'company' as const,
    name: 'Officine Esempio SRL',
    vatNumber: '00743110157',
    town: 'Fermo',
  }
  expect(renderToStaticMarkup(<StoredBillingDetails details={details} />)).toBe(
    '<p class="quiet">I dati salvati: Azienda o ente, Officine Esempio SRL, partita IVA 00743110157, comune Fermo, nazione IT.</p>',
  )
})
