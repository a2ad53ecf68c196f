import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { redirectWith } from '../http/toasts.server'
import type { Route } from './+types/revoke.screen'
import { revokeCertificate } from './commands.server'
import { EndCertificate } from './end-certificate'
import { answerEndForm, certificateToEnd } from './end-form.server'

export function loader({ params, context }: Route.LoaderArgs) {
  return certificateToEnd(staffFrom(context), params.certificate)
}

export function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const failure = 'Impossibile revocare l’attestato'
  return answerEndForm(staff, request, params.certificate, failure, async (certificate, reason) => {
    const revoked = await revokeCertificate(staff, certificate.id, reason)
    if (!revoked.ok) return revoked
    return redirectWith(href('/admin/courses/:course/attestati', { course: certificate.courseId }), {
      tone: 'success',
      title: `Attestato n. ${certificate.facts.number} revocato`,
      description: 'La sua pagina di verifica lo dice già, e la persona riceve un’email con il motivo.',
    })
  })
}

export default function RevokeCertificate({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EndCertificate
      title="Revocare l’attestato?"
      certificate={loaderData.certificate}
      refusal={loaderData.refusal}
      result={actionData}
      label="Motivo"
      hint="Lo legge la persona, e chi verifica l’attestato."
      button="Revoca l’attestato"
      busy="Revoco..."
    >
      Non vale più da subito e per sempre: lo dice la sua pagina di verifica, e la persona riceve un’email con
      il motivo. Per correggere un errore puoi invece riemetterlo.
    </EndCertificate>
  )
}
