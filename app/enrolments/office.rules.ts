import { href } from 'react-router'
import { officePage } from '../courses/table/rules'

/** Where a decision about an enrolment leads back to: `torna` of the address, else the roster of its course. */
export function backFrom({ searchParams }: URL, course: string): string {
  const wanted = searchParams.get('torna')
  return wanted ? officePage(wanted) : href('/admin/courses/:course/iscritti', { course })
}

/** ', ma solo tra 5 minuti: fino ad allora puoi tornare indietro'; '' if e-mails leave at once. */
export function undoPeriodInWords(minutes: number): string {
  return minutes > 0
    ? `, ma solo tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}: fino ad allora puoi tornare indietro`
    : ''
}

/** The first page of an edition. */
export const editionPage = (course: string) => href('/admin/courses/:course/panoramica', { course })
