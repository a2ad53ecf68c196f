import { href } from 'react-router'

export const placePage = (enrolment: string) => href('/dashboard/iscrizioni/:enrolment/posto', { enrolment })

/** From an e-mail. */
export const offerPage = (token: string) => href('/offerte/:token', { token })
