import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Letter } from './mailbox'
import { DEMO_ACCOUNTS, fillIn, type Mail, send, signIn } from './site'

export type Person = { firstName: string; lastName: string; email: string; password: string }

export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

/** Somebody whom the site does not know yet; no other test has the same name or e-mail. */
export function aPerson(firstName = 'Nadia'): Person {
  const some = randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 6)
  const lastName = `Prova${some}`
  const email = `${firstName}.${randomUUID().slice(0, 8)}@example.org`.toLowerCase()
  return { firstName, lastName, email, password: 'una-frase-che-ricordo' }
}

/** Signs up by the form, which stands open on the page. */
export async function signUp(page: Page, person: Person) {
  await fillIn(page, {
    Nome: person.firstName,
    Cognome: person.lastName,
    Email: person.email,
    Password: person.password,
    'Conferma password': person.password,
  })
  await page.getByRole('button', { name: 'Registrati', exact: true }).click()
}

/** The address behind the button of a letter. */
export function linkIn(letter: Letter, path: string): string {
  const link = letter.links.find((address) => new URL(address).pathname === path)
  if (!link) throw new Error(`«${letter.subject}» has no link to ${path}: ${letter.links.join(' ')}`)
  return link
}

export async function confirmationLink(mail: Mail, { email }: { email: string }): Promise<string> {
  return linkIn(await mail.waitFor(email, 'Conferma il tuo account'), '/auth/conferma')
}

/** Follows the link of the letter and confirms with the password of the sign-up. */
export async function confirm(page: Page, link: string, { password }: { password: string }) {
  await page.goto(link)
  await fillIn(page, { Password: password })
  await page.getByRole('button', { name: 'Conferma il tuo account' }).click()
}

/** Somebody who has signed up, confirmed and is signed in in the page's browser, by the site's own forms. */
export async function aMember(page: Page, mail: Mail, firstName?: string): Promise<Person> {
  const person = aPerson(firstName)
  const form = { ...person, confirmPassword: person.password, intent: 'signup' }
  await send(page, '/auth?scheda=registrazione', form)
  const token = new URL(await confirmationLink(mail, person)).searchParams.get('token') ?? ''
  await send(page, '/auth/conferma', { token, password: person.password })
  return person
}

/** The person of the page's browser asks for a course. */
export async function ask(page: Page, slug: string) {
  await send(page, `/corsi/${slug}/iscrizione`)
}

/** By what the office, signed in in the page's browser, knows a person. */
export async function idOf(office: Page, { email }: Person): Promise<string> {
  const list = await (await office.request.get(`/admin/people?q=${email}`)).text()
  return list.match(/persona=([\w-]+)/)?.[1] ?? ''
}

/** Somebody of the office besides the demo's, signed in in the page's browser. */
export async function anAdministrator(page: Page, mail: Mail, firstName?: string): Promise<Person> {
  const person = await aMember(page, mail, firstName)
  await page.context().clearCookies()
  await signIn(page, DEMO_ACCOUNTS.admin)
  await send(page, '/admin/people', { intent: 'promote', person: await idOf(page, person) })
  await page.context().clearCookies()
  await signIn(page, person)
  return person
}
