import { data, href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { REASON_LIMIT } from '../enrolments/rules'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { capitalize } from '../italian/words'
import { ErrorSummary } from '../ui/forms/error-summary'
import { TextArea } from '../ui/forms/field'
import { Form } from '../ui/forms/form'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import type { Route } from './+types/revoke.screen'
import { CertificateSummary } from './certificate-summary'
import { revokeCertificate } from './commands.server'
import { certificateById } from './queries.server'
import { explainCertificateRefusal, mayEndCertificate, reasonProblem } from './rules'

export async function loader({ params, context }: Route.LoaderArgs) {
  const certificate = await certificateById(staffFrom(context), params.certificate)
  if (!certificate) throw data(null, { status: 404 })
  const allowed = mayEndCertificate(certificate)
  return { certificate, refusal: allowed.ok ? undefined : capitalize(explainCertificateRefusal(allowed)) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const reason = String((await readForm(request)).get('reason') ?? '')
  const answer = async () => {
    const certificate = await certificateById(staff, params.certificate)
    if (!certificate) throw data(null, { status: 404 })
    const revoked = await revokeCertificate(staff, certificate.id, reason)
    if (!revoked.ok) return data(reasonProblem(revoked, reason), { status: 409 })
    return redirectWith(href('/admin/courses/:course/attestati', { course: certificate.courseId }), {
      tone: 'success',
      title: `Attestato n. ${certificate.facts.number} revocato`,
      description: 'La sua pagina di verifica lo dice già, e la persona riceve un’email con il motivo.',
    })
  }
  return withErrorToast('Impossibile revocare l’attestato', answer, { reason })
}

export default function RevokeCertificate({ loaderData, actionData }: Route.ComponentProps) {
  const { certificate, refusal } = loaderData
  const result: Partial<ReturnType<typeof reasonProblem>> | undefined = actionData
  const back = href('/admin/courses/:course/attestati', { course: certificate.courseId })
  return (
    <QuestionPage
      title="Revocare l’attestato?"
      back={back}
      about={<CertificateSummary certificate={certificate} />}
      result={actionData}
      refusal={refusal}
    >
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
        <p>
          Non vale più da subito e per sempre: lo dice la sua pagina di verifica, e la persona riceve un’email
          con il motivo. Per correggere un errore puoi invece riemetterlo.
        </p>
        <TextArea
          label="Motivo"
          name="reason"
          required
          rows={3}
          maxLength={REASON_LIMIT}
          defaultValue={result?.reason}
          hint="Lo legge la persona, e chi verifica l’attestato."
          error={result?.errors?.reason}
        />
        <QuestionActions back={back} stay="Tieni l’attestato" busy="Revoco...">
          Revoca l’attestato
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
