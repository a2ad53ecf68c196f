import type { MiddlewareFunction } from 'react-router'
import { isPlainForm, readForm } from '../../http/form.server'
import { ownerOf, savedFormResponse } from './saved-form.server'
import { findMember, hasSessionCookie } from './session.server'

/**
 * Paths whose forms are exempt from the check: a logout ends whatever session is open, and the sign-in pages and the
 * page of a saved form (/ripresa) take the forms of any account and decide themselves what happens.
 */
const EXEMPT_PATHS = /^\/(logout|ripresa|auth(\/.*)?)$/

/**
 * Root middleware: refuses a form from the page of one member that is sent in the session of another (ADR 28). The
 * answer is a 403 with the saved form, or a 413 for a form that is too large to be saved. Forms with files, and forms
 * without an owner, pass.
 */
export const refuseFormsOfOthers: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (!isPlainForm(request) || !hasSessionCookie(request) || EXEMPT_PATHS.test(url.pathname)) return next()
  // An unreadable session is left to the route: its guard asks `findMember` again and fails with the same error.
  const member = await findMember(request, context).catch(() => null)
  if (!member) return next()
  const fields = await readForm(request.clone())
  const owner = await ownerOf(fields)
  if (owner === null || owner === member.id) return next()
  throw await savedFormResponse(owner, fields, { request, url, status: 403 })
}
