import { href } from 'react-router'

/** The page of a request on the waiting list, for its person. */
export const placePage = (enrolment: string) => href('/dashboard/iscrizioni/:enrolment/posto', { enrolment })

/** The page of an offered seat, to which the link in the e-mail leads. */
export const offerPage = (token: string) => href('/offerte/:token', { token })
