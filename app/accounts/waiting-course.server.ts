import { signedCookie } from '../http/cookies.server'

/**
 * The course (its address) that an anonymous visitor wanted when they pressed 'Iscriviti ora': it waits a day in
 * this browser, through sign-up, confirmation and other tabs, until they send or drop the request (decisions §2).
 */
export const waitingCourse = signedCookie<string>('corso')
