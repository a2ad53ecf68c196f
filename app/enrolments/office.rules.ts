import { href } from 'react-router'
import { officePage } from '../parsing/office-page.rules'

/**
 * The page that a decision about an enrolment leads back to: the parameter `torna`, or the course table in /admin if
 * that is no page of the office; without the parameter the roster of the course. `course`: its id.
 */
export function returnPage({ searchParams }: URL, course: string): string {
  const wanted = searchParams.get('torna')
  return wanted ? officePage(wanted) : href('/admin/courses/:course/iscritti', { course })
}

/**
 * Ends a sentence about e-mails: ', ma solo tra 5 minuti: fino ad allora puoi tornare indietro'; '' if they leave at
 * once.
 */
export function undoPeriodInWords(minutes: number): string {
  return minutes > 0
    ? `, ma solo tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}: fino ad allora puoi tornare indietro`
    : ''
}

/** The overview of an edition, its first page for the office. `course`: its id. */
export const editionPage = (course: string) => href('/admin/courses/:course/panoramica', { course })
