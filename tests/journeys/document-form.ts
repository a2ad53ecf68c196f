import { expect, type Page } from '@playwright/test'
import { running } from './site'

/** Selects a course and waits for its form. */
export async function choose(page: Page, title: string) {
  await page.goto('/admin/documents')
  await running(page)
  const id = await selectCourse(page, title)
  await expect(page).toHaveURL(/corso=/)
  await expect(page.locator(`form[method="post"][action$="corso=${id}"]`)).toBeVisible()
}

/** By its title, which its first date and place follow. Returns its id. */
export async function selectCourse(page: Page, title: string): Promise<string> {
  const select = page.getByLabel('Corso', { exact: true })
  const option = select.locator('option').filter({ hasText: `${title}, ` })
  const id = String(await option.getAttribute('value'))
  await select.selectOption(id)
  return id
}

export const formOf = (page: Page) => {
  const form = page.getByRole('region', { name: 'Carica documenti' })
  return {
    form,
    chooser: form.getByLabel('File', { exact: true }),
    send: form.getByRole('button', { name: 'Carica', exact: true }),
    items: form.getByRole('list', { name: 'File scelti' }).getByRole('listitem'),
  }
}
