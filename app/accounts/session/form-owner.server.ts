import type { MiddlewareFunction } from 'react-router'
import { isPlainForm, readForm } from '../../http/form.server'
import { ownerOf, saveForm } from './saved-form.server'
import { findMember, hasSessionCookie } from './session.server'

const OF_NO_PAGE = /^\/(logout|ripresa|auth(\/.*)?)$/

/** Root middleware: refuses a form of one member in the session of another (ADR 28). */
export const refuseFormsOfOthers: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (!isPlainForm(request) || !hasSessionCookie(request) || OF_NO_PAGE.test(url.pathname)) return next()
  // Without a session that can be read the action refuses by itself: it gets the same answer.
  const member = await findMember(request, context).catch(() => null)
  if (!member) return next()
  const fields = await readForm(request.clone())
  const owner = await ownerOf(fields)
  if (owner === null || owner === member.id) return next()
  throw await saveForm(owner, fields, { request, url, status: 403 })
}
