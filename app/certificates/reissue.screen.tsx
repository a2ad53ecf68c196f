import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { decisionToast } from '../enrolments/undo-toast.server'
import { redirectWith } from '../http/toasts.server'
import { env } from '../runtime/env.server'
import type { Route } from './+types/reissue.screen'
import { reissueCertificate } from './commands.server'
import { EndCertificate } from './end-certificate'
import { answerEndForm, certificateToEnd } from './end-form.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { ...(await certificateToEnd(staffFrom(context), params.certificate)), minutes: env.undoMinutes }
}

export function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const failure = 'Impossibile riemettere l’attestato'
  return answerEndForm(staff, request, params.certificate, failure, async (certificate, reason) => {
    const issued = await reissueCertificate(staff, certificate.id, reason)
    if (!issued.ok) return issued
    const back = href('/admin/courses/:course/attestati', { course: certificate.courseId })
    return redirectWith(back, {
      ...decisionToast(`Attestato n. ${issued.numbers.join()} rilasciato`, issued, back),
      description: `Sostituisce il n. ${certificate.facts.number}`,
    })
  })
}

export default function ReissueCertificate({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <EndCertificate
      title="Riemettere l’attestato?"
      certificate={loaderData.certificate}
      refusal={loaderData.refusal}
      result={actionData}
      label="Che cosa cambia"
      hint="Per esempio: nome corretto. Lo legge chi verifica il foglio di prima."
      button="Riemetti l’attestato"
      busy="Rilascio..."
    >
      Prende un numero nuovo, con il nome, le ore e il corso come sono scritti adesso: correggili prima.
      Quello di prima non vale più e rimanda a questo. La persona riceve un’email
      {undoPeriodInWords(loaderData.minutes)}.
    </EndCertificate>
  )
}
