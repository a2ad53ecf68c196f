import type { RouterContextProvider } from 'react-router'
import { explainAccountRefusal, refusalInit } from '../accounts/refusals.rules'
import { visitorFrom } from '../accounts/session/session.server'
import { sendContact } from '../contacts/commands.server'
import { NOT_SENT } from '../contacts/rules'
import { readJson, refuseCall, refuseRead, respondWithJson } from '../http/json.server'
import { log } from '../runtime/log.server'
import { CONTACT } from './contract'

type ActionArgs = { request: Request; context: Readonly<RouterContextProvider> }

export const loader = refuseRead

/** POST /functions/v1/handle-contact-form */
export async function action({ request, context }: ActionArgs): Promise<Response> {
  const call = await readJson(request, CONTACT.body)
  if (!call.ok) return call.refusal
  try {
    const sent = await sendContact(visitorFrom(context), call.body)
    if (sent.ok) return respondWithJson({})
    const { status, headers } = refusalInit(sent)
    return refuseCall(status, explainAccountRefusal(sent), headers)
  } catch (fault) {
    log.error({ err: fault }, 'a message of a program was lost')
    return refuseCall(503, NOT_SENT)
  }
}
