import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { send } from './site'

/** A title that no other journey has; its address is made of it. */
export function aTitle(word = 'Prova'): string {
  const some = randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 9)
  return `${word} ${some}`
}

export const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/**
 * A course made with the office's form by the administrator of the page's browser: published, so late that
 * nobody else's catalogue begins with it. Answers with its address below /admin/courses/.
 */
export async function aCourse(
  page: Page,
  title: string,
  facts: Record<string, string> = {},
  /** The address below /admin/courses/ of the one to change. */
  which = 'new',
): Promise<string> {
  const form = {
    id: randomUUID(),
    version: '0',
    base: '{}',
    title,
    shortDescription: 'Un corso di prova.',
    description: 'Esiste soltanto nelle prove.',
    modalita: 'In presenza',
    tipoSessione: 'Aula',
    location: 'Fermo',
    price: '100',
    sessions: '10/03/2099',
    moduli: 'Primo modulo',
    metodologie: 'Lezione',
    certificazione: 'Attestato',
    contattiEmail: 'prova@example.org',
    ...facts,
  }
  await send(page, `/admin/courses/${which}`, form)
  return slugOf(title)
}

/** A coming course of this journey alone: its title and its address below /corsi/. */
export async function aComingCourse(page: Page, name = 'Restauro') {
  const title = aTitle(name)
  return { title, slug: await aCourse(page, title, { comingSoon: 'on', sessions: '' }) }
}
