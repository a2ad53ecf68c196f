import { randomBytes, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import type { Email } from './mailbox'
import { DEMO_ACCOUNTS, expect, fillIn, type Mail, send, signIn } from './site'

export type Person = { firstName: string; lastName: string; email: string; password: string }

export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`

const LETTERS = 'abcdefghilnopqrstuvz'

/** Unique name and e-mail. */
export function aPerson(firstName = 'Nadia'): Person {
  const letters = [...randomBytes(6)].map((byte) => LETTERS[byte % LETTERS.length])
  const lastName = `Prova${letters.join('')}`
  const email = `${firstName}.${randomUUID().slice(0, 8)}@example.org`.toLowerCase()
  return { firstName, lastName, email, password: 'una-frase-che-ricordo' }
}

/** By the open form. */
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

/** The button's address in an e-mail. */
export function linkIn(email: Email, path: string): string {
  const link = email.links.find((address) => new URL(address).pathname === path)
  if (!link) throw new Error(`«${email.subject}» has no link to ${path}: ${email.links.join(' ')}`)
  return link
}

export async function confirmationLink(mail: Mail, { email }: { email: string }): Promise<string> {
  return linkIn(await mail.waitFor(email, 'Conferma il tuo account'), '/auth/conferma')
}

/** Follows the link and confirms with the password. */
export async function confirm(page: Page, link: string, { password }: { password: string }) {
  await page.goto(link)
  await fillIn(page, { Password: password })
  await page.getByRole('button', { name: 'Conferma il tuo account' }).click()
}

/** Signs up, confirms and signs in by the forms. */
export async function aMember(page: Page, mail: Mail, firstName?: string): Promise<Person> {
  const person = aPerson(firstName)
  const form = { ...person, confirmPassword: person.password, intent: 'signup' }
  await send(page, '/auth?scheda=registrazione', form)
  const token = new URL(await confirmationLink(mail, person)).searchParams.get('token') ?? ''
  await send(page, '/auth/conferma', { token, password: person.password })
  return person
}

export async function ask(page: Page, slug: string) {
  await send(page, `/corsi/${slug}/iscrizione`)
}

/** Withdraws the requests of the person signed in. */
export async function withdrawAll(page: Page) {
  const dashboard = await (await page.request.get('/dashboard')).text()
  for (const [, enrolment = ''] of dashboard.matchAll(/name="enrolment" value="([^"]+)"/g))
    await send(page, '/dashboard', { intent: 'withdraw', enrolment })
}

/** By the office, signed in. `course`: its id. */
export async function enrol(office: Page, { email }: Person, course: string) {
  const form = { email, course, intent: 'enrol' }
  await expect(await office.request.post('/admin/iscrivi', { form })).toBeOK()
}

/** A person, and a new edition that the office has enrolled them in. */
export async function anEnrolled(office: Page, page: Page, mail: Mail, facts: Record<string, string> = {}) {
  const person = await aMember(page, mail)
  await signIn(office, DEMO_ACCOUNTS.admin)
  const [id, title] = [randomUUID(), aTitle('Decisioni')]
  const slug = await aCourse(office, title, { id, ...facts })
  await enrol(office, person, id)
  return { person, id, title, slug }
}

/** Lets a person mark the registers of an edition. `course`: its id or slug; the id is returned. */
export async function letTeach(office: Page, { email }: { email: string }, course: string) {
  await send(office, `/admin/courses/${course}/lezioni/docenti`, { intent: 'add', email })
  const page = await (await office.request.get(`/admin/courses/${course}/lezioni/docenti`)).text()
  return page.match(/\/admin\/courses\/([\w-]{36})\/lezioni"/)?.[1] ?? ''
}

/** The requests, newest first: where one that was just made is on the first page. */
export const NEWEST_REQUESTS = '/admin/richieste?ordine=recenti'

export const courseRow = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) })

/** The person's id, from the office. */
export async function idOf(office: Page, { email }: { email: string }): Promise<string> {
  const list = await (await office.request.get(`/admin/people?q=${email}`)).text()
  return list.match(/\/admin\/people\/([\w-]{20,})"/)?.[1] ?? ''
}

/** A second administrator, signed in. */
export const anAdministrator = (page: Page, mail: Mail, firstName?: string) =>
  aColleague(page, mail, 'admin', firstName)

/** Somebody of the office beside the administrator of the demo data, signed in. */
export async function aColleague(
  page: Page,
  mail: Mail,
  role: 'secretary' | 'admin',
  firstName?: string,
): Promise<Person> {
  const person = await aMember(page, mail, firstName)
  await page.context().clearCookies()
  await signIn(page, DEMO_ACCOUNTS.admin)
  await send(page, `/admin/people/${await idOf(page, person)}/ruolo`, { role })
  await page.context().clearCookies()
  await signIn(page, person)
  return person
}

/**
 * A decision is told to its person once the office can no longer take it back. Until then only the data are asked for,
 * which cost a tenth of the page.
 */
export async function expectOnDashboard(page: Page, title: string, text: string | RegExp) {
  let seen = ''
  await expect(async () => {
    const dashboard = await (await page.request.get('/dashboard.data')).text()
    expect(dashboard, 'nothing new').not.toBe(seen)
    seen = dashboard
    await page.goto('/dashboard')
    await expect(courseRow(page, title)).toContainText(text, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
}
