import { data } from 'react-router'
import type { Staff } from '../accounts/rules'
import { readForm } from '../http/form.server'
import { withErrorToast } from '../http/toasts.server'
import { capitalize } from '../italian/words'
import type { Refused } from '../runtime/outcome.rules'
import { certificateById, type IssuedCertificate } from './queries.server'
import { type CertificateRefusal, explainCertificateRefusal, mayEndCertificate } from './rules'

/** The attestato of a form that ends it. `refusal`: why it cannot end. Throws 404 for an unknown one. */
export async function certificateToEnd(staff: Staff, id: string) {
  const certificate = await certificateById(staff, id)
  if (!certificate) throw data(null, { status: 404 })
  const allowed = mayEndCertificate(certificate)
  return { certificate, refusal: allowed.ok ? undefined : capitalize(explainCertificateRefusal(allowed)) }
}

/**
 * Answers the form that ends an attestato for a typed reason. After a refusal the form is shown again with the reason;
 * `failure`: what failed, for an error.
 */
export async function answerEndForm(
  staff: Staff,
  request: Request,
  id: string,
  failure: string,
  endCertificate: (
    certificate: IssuedCertificate,
    reason: string,
  ) => Promise<Response | Refused<CertificateRefusal>>,
) {
  const reason = String((await readForm(request)).get('reason') ?? '')
  const answer = async () => {
    const { certificate } = await certificateToEnd(staff, id)
    const ended = await endCertificate(certificate, reason)
    if (ended instanceof Response) return ended
    const problem = capitalize(explainCertificateRefusal(ended))
    const isReasonRefused = ended.refusal === 'no-reason' || ended.refusal === 'long-reason'
    const errors: { reason?: string } = isReasonRefused ? { reason: problem } : {}
    return data({ reason, errors, problem }, { status: 409 })
  }
  return withErrorToast(failure, answer, { reason })
}
