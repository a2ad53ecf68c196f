import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CourseFacts } from '../../courses/queries.server'
import { BuyBar, PriceCard } from './price-card'

const course = {
  title: 'Ceramica',
  theme: null,
  format: 'in-aula',
  price: 1250,
  priceEarlyBird: 1050,
  earlyBirdUntil: '2027-03-12',
  priceSingleModule: null,
  paymentInstallments: [450, 400, 400],
  sessions: [],
  totalHours: null,
  startDate: '2027-04-10',
  maxPartecipanti: null,
  certificazione: [],
} as unknown as CourseFacts

const textOf = (element: React.ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
const facts = { course, state: 'available', day: '2027-03-12' } as const

test('the price card begins with the price that holds today', () => {
  const early = textOf(<PriceCard {...facts} />)
  expect(early).toMatch(
    /^ Quanto pago oggi: Prezzo Early Bird 1\.050,00 € fino al 12 marzo Poi 1\.250,00 €\. /,
  )
  expect(early).toContain('450 € - 400 € - 400 € , sul prezzo pieno')
  const late = textOf(<PriceCard {...facts} day="2027-03-13" />)
  expect(late).toMatch(/^ Quanto pago: Prezzo 1\.250,00 € Pagamento/)
  expect(late).not.toContain('sul prezzo pieno')
  expect(textOf(<PriceCard {...facts} course={{ ...course, price: null, priceEarlyBird: null }} />)).toMatch(
    /^ Quanto pago: Prezzo Prezzo da definire /,
  )
  expect(textOf(<PriceCard {...facts} state="concluded" />)).toMatch(/^ Prezzo 1\.250,00 € /)
})

test('an announced course has its price and the early bird price, and none for today', () => {
  const coming = { ...facts, state: 'coming' } as const
  expect(textOf(<PriceCard {...coming} />)).toMatch(
    /^ Prezzo 1\.250,00 € .* Prezzo Early Bird 1\.050,00 € fino al 12 marzo /,
  )
  expect(textOf(<PriceCard {...coming} course={{ ...course, price: null }} />)).toMatch(
    /^ Prezzo Prezzo da definire .* Prezzo Early Bird 1\.050,00 € fino al 12 marzo /,
  )
})

test('an early bird price without a full price says that the full one is not decided', () => {
  const text = textOf(<PriceCard {...facts} course={{ ...course, price: null }} />)
  expect(text).toContain('1.050,00 € fino al 12 marzo Prezzo pieno da definire.')
  expect(text).not.toContain('sul prezzo pieno')
})

test('who has asked reads the price of the request', () => {
  const withOwnPrice = textOf(<PriceCard {...facts} day="2027-03-13" ownPrice={1050} />)
  expect(withOwnPrice).toMatch(/^ Quanto pago: il tuo prezzo 1\.050,00 € Pagamento/)
  expect(withOwnPrice).not.toContain('Early Bird')
})

test('the bar of the phone says the same price', () => {
  const bar = (more: object) =>
    textOf(<BuyBar {...facts} lines={undefined} action={null} note={null} {...more} />).trim()
  expect(bar({})).toBe('1.050,00 € fino al 12 marzo')
  expect(bar({ day: '2027-03-13' })).toBe('1.250,00 € dal 10 apr 2027')
  expect(bar({ course: { ...course, earlyBirdUntil: null } })).toBe('1.050,00 € dal 10 apr 2027')
})

test('what one asks before asking for a course is answered where there is an answer', () => {
  const without = textOf(<PriceCard {...facts} />)
  for (const question of ['Se disdico', 'Chi riconosce']) expect(without).not.toContain(question)
  const certified = { ...course, certificazione: ['Attestato di frequenza', 'Diploma'] }
  const text = textOf(<PriceCard {...facts} course={certified} cancellationCost="Gratis fino al 27 marzo" />)
  expect(text).toContain('Se disdico Gratis fino al 27 marzo Se ti iscrivi come consumatore')
  expect(text).toContain('Chi riconosce l’attestato Attestato di frequenza Con il corso hai anche: Diploma.')
})
