import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aComingCourse, aCourse, aTitle } from './courses'
import type { Email } from './mailbox'
import { expectValidMarkup } from './markup'
import { DEMO_ACCOUNTS, expect, fillIn, signIn, test, toasts, wake } from './site'
import { expectGood } from './walk'

const PHONE = { width: 360, height: 640 }
const anEmail = () => `attesa.${randomUUID().slice(0, 8)}@example.org`

const avvisami = (page: Page) => page.getByRole('link', { name: 'Avvisami', exact: true }).last()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The form refuses faster senders. */
const aMoment = (page: Page) => page.waitForTimeout(2_100)

async function ask(page: Page, email: string) {
  await fillIn(page, { Email: email })
  await aMoment(page)
  await button(page, 'Avvisami').click()
  await expect(heading(page)).toHaveText('Controlla la tua email')
  await expect(page.getByRole('main')).toContainText(
    'Se l’indirizzo è giusto, trovi un’email con un pulsante per confermare.',
  )
}

function linkOf(email: Email): string {
  return email.links.find((link) => /\/avvisi\/[\w-]{32}$/.test(link)) ?? ''
}

test('on a phone without JavaScript an address waits for a course, and the office sees that it does', async ({
  page: office,
  anotherBrowser,
  mail,
}) => {
  await signIn(office, DEMO_ACCOUNTS.admin)
  const { title, slug } = await aComingCourse(office, 'Attesa')
  const phone = await anotherBrowser({ viewport: PHONE, javaScriptEnabled: false })
  const email = anEmail()
  await phone.goto(`/corsi/${slug}`)
  await avvisami(phone).click()
  await expect(phone).toHaveURL(`/corsi/${slug}/avvisami`)
  await expect(phone.getByRole('main')).toContainText(title)

  await fillIn(phone, { Email: 'attesa' })
  await button(phone, 'Avvisami').click()
  await expect(phone.getByRole('alert')).toContainText('Email non valida')
  await expect(phone.getByLabel('Email', { exact: true })).toHaveValue('attesa')
  await ask(phone, email)

  const link = linkOf(await mail.waitFor(email, `Conferma il tuo indirizzo: ${title}`))
  for (let scan = 0; scan < 2; scan++) await expect(await phone.request.get(link)).toBeOK()
  await phone.goto(link)
  await expect(heading(phone)).toHaveText('Conferma il tuo indirizzo')
  await expect(phone.getByRole('main')).toContainText(title)
  await button(phone, 'Conferma').click()
  await expect(heading(phone)).toHaveText('Ti avvisiamo noi')

  await phone.goto(`/corsi/${slug}/avvisami`)
  await ask(phone, email)
  const again = linkOf(await mail.waitFor(email, `Ti avvisiamo già: ${title}`))
  expect(again).not.toBe(link)

  await office.goto('/admin/stato')
  const waiting = office.getByRole('region', { name: 'Chi aspetta che cosa' })
  await waiting.getByRole('link', { name: `1 persona aspetta ${title} a Fermo` }).click()
  await expect(office).toHaveURL(/\/admin\/courses\/[\w-]+$/)

  expect((await phone.goto(link))?.status()).toBe(404)
  await expect(heading(phone)).toHaveText('Questo link non vale più')
  await phone.goto(again)
  await button(phone, 'Non avvisatemi più').click()
  await expect(heading(phone)).toHaveText('Non ti avvisiamo più')
  await office.goto('/admin/stato')
  await expect(waiting.getByRole('link', { name: title })).toHaveCount(0)
})

test('a member finds their address written, and once the course opens it is asked for instead', async ({
  page,
  anotherBrowser,
  mail,
}) => {
  const office = await anotherBrowser()
  await signIn(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Apertura')]
  const slug = await aCourse(office, title, { id, comingSoon: 'on', sessions: '' })
  await signIn(page, DEMO_ACCOUNTS.member)
  await page.goto(`/corsi/${slug}/avvisami`)
  await wake(page)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(DEMO_ACCOUNTS.member.email)
  const email = anEmail()
  await ask(page, email)
  const link = linkOf(await mail.waitFor(email, `Conferma il tuo indirizzo: ${title}`))
  await expectValidMarkup(page, link)
  await page.goto(link)
  await expectGood(page)
  await wake(page)
  await button(page, 'Conferma').click()
  await expect(heading(page)).toHaveText('Ti avvisiamo noi')
  await expectGood(page)

  await aCourse(office, title, { id, version: '1', slug: '' }, id)
  await page.goto(`/corsi/${slug}/avvisami`)
  await expect(page).toHaveURL(`/corsi/${slug}`)
  await expect(page.getByRole('button', { name: `Iscriviti ora: ${title}` }).first()).toBeVisible()
  await expect(toasts(page)).toBeEmpty()

  await page.goto(link)
  await wake(page)
  await button(page, 'Non avvisatemi più').click()
  await expect(heading(page)).toHaveText('Non ti avvisiamo più')
  await expectGood(page)
})
