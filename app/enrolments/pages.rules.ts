import { href } from 'react-router'
import { officePage } from '../parsing/office-page.rules'

/** The address of the place of a request on the waiting list, for its person. */
export const placePage = (enrolment: string) => href('/dashboard/iscrizioni/:enrolment/posto', { enrolment })

/** The address of an offered seat, to which the link in the e-mail leads. */
export const offerPage = (token: string) => href('/offerte/:token', { token })

/** The address of the overview of an edition, its first page for the office. `course`: its id. */
export const editionPage = (course: string) => href('/admin/courses/:course/panoramica', { course })

/** The address of the roster of an edition. `course`: its id. */
export const rosterPage = (course: string) => href('/admin/courses/:course/iscritti', { course })

/**
 * The address to which a decision about an enrolment leads back: the parameter `torna`, or the course table in /admin
 * if `torna` is no page of the office; without the parameter the roster of the course. `course`: its id.
 */
export function returnPage({ searchParams }: URL, course: string): string {
  const wanted = searchParams.get('torna')
  return wanted ? officePage(wanted) : rosterPage(course)
}

/**
 * The address of the form in which the office registers a payment; for an ended enrolment the form proposes the refund.
 * `back`: the address to which the form leads back.
 */
export const paymentFormPage = (enrolment: string, back: string) =>
  `${href('/admin/iscrizioni/:enrolment/incasso', { enrolment })}?torna=${encodeURIComponent(back)}`
