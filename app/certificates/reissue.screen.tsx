import { data, href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { REASON_LIMIT } from '../enrolments/rules'
import { decisionToast } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { capitalize } from '../italian/words'
import { env } from '../runtime/env.server'
import { ErrorSummary } from '../ui/forms/error-summary'
import { TextArea } from '../ui/forms/field'
import { Form } from '../ui/forms/form'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import type { Route } from './+types/reissue.screen'
import { candidateById } from './candidates.queries.server'
import { CertificateSummary } from './certificate-summary'
import { reissueCertificate } from './commands.server'
import { certificateById } from './queries.server'
import { explainCertificateRefusal, mayReissue, reasonProblem } from './rules'

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const certificate = await certificateById(staff, params.certificate)
  const candidate = certificate && (await candidateById(staff, certificate.enrolmentId))
  if (!certificate) throw data(null, { status: 404 })
  const allowed = candidate
    ? mayReissue(candidate.person.eligibility, certificate)
    : ({ ok: false, refusal: 'unknown' } as const)
  return {
    certificate,
    refusal: allowed.ok ? undefined : capitalize(explainCertificateRefusal(allowed)),
    minutes: env.undoMinutes,
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const reason = String((await readForm(request)).get('reason') ?? '')
  const answer = async () => {
    const certificate = await certificateById(staff, params.certificate)
    if (!certificate) throw data(null, { status: 404 })
    const issued = await reissueCertificate(staff, certificate.id, reason)
    if (!issued.ok) return data(reasonProblem(issued, reason), { status: 409 })
    const back = href('/admin/courses/:course/attestati', { course: certificate.courseId })
    const title = `Attestato n. ${issued.numbers.join()} rilasciato`
    return redirectWith(back, {
      ...decisionToast(title, issued, back),
      description: `Sostituisce il n. ${certificate.facts.number}`,
    })
  }
  return withErrorToast('Impossibile riemettere l’attestato', answer, { reason })
}

export default function ReissueCertificate({ loaderData, actionData }: Route.ComponentProps) {
  const { certificate, refusal, minutes } = loaderData
  const result: Partial<ReturnType<typeof reasonProblem>> | undefined = actionData
  const back = href('/admin/courses/:course/attestati', { course: certificate.courseId })
  return (
    <QuestionPage
      title="Riemettere l’attestato?"
      back={back}
      about={<CertificateSummary certificate={certificate} />}
      result={actionData}
      refusal={refusal}
    >
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
        <p>
          Prende un numero nuovo, con il nome, le ore e il corso come sono scritti adesso: correggili prima.
          Quello di prima non vale più e rimanda a questo. La persona riceve un’email
          {undoPeriodInWords(minutes)}.
        </p>
        <TextArea
          label="Che cosa cambia"
          name="reason"
          required
          rows={3}
          maxLength={REASON_LIMIT}
          defaultValue={result?.reason}
          hint="Per esempio: nome corretto. Lo legge chi verifica il foglio di prima."
          error={result?.errors?.reason}
        />
        <QuestionActions back={back} stay="Tieni l’attestato" busy="Rilascio...">
          Riemetti l’attestato
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
