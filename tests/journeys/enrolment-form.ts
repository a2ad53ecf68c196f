import { expect, type Page } from '@playwright/test'
import { running } from './site'

export const TITLE = 'Iscrivi Utente a Corso'

export const form = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: TITLE })
  return {
    dialog,
    email: dialog.getByLabel('Email dell’utente'),
    search: dialog.getByLabel('Cerca un corso'),
    course: (title: string) => dialog.getByRole('checkbox', { name: title }),
    send: dialog.getByRole('button', { name: 'Iscrivi', exact: true }),
  }
}

export async function open(page: Page) {
  await page.goto('/admin')
  await running(page)
  await page.getByRole('link', { name: TITLE }).click()
  await expect(page).toHaveURL('/admin/iscrivi')
}

export async function choose(page: Page, title: string) {
  await form(page).search.fill(title)
  await form(page).course(title).check()
}
