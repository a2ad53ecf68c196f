import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { send } from './site'

/** Unique; the address derives from it. */
export function aTitle(word = 'Prova'): string {
  const some = randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 9)
  return `${word} ${some}`
}

export const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** Creates a late published course by the form. Returns its address below /admin/courses/. */
export async function aCourse(
  page: Page,
  title: string,
  facts: Record<string, string> = {},
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

/** Title and address below /corsi/ of a new coming course. */
export async function aComingCourse(page: Page, name = 'Restauro') {
  const title = aTitle(name)
  return { title, slug: await aCourse(page, title, { comingSoon: 'on', sessions: '' }) }
}
