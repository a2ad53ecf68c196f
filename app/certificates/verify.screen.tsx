import { data } from 'react-router'
import { refuseBeyondLimit } from '../accounts/guard.server'
import { explainAccountRefusal, refusalInit } from '../accounts/refusals.rules'
import { visitorFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { VERIFICATION_LIMIT } from '../http/rate-limits.rules'
import { withErrorProblem } from '../http/toasts.server'
import { ErrorSummary } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/verify.screen'
import { CertificateAnswer } from './certificate-answer'
import { certificateByNumber, type PublicCertificate } from './queries.server'
import { readCertificateNumber } from './rules'
import '../ui/narrow.css'

export const handle = { scriptless: true }

/**
 * What the page shows after the form was sent. `errors`: of the typed fields, and `problem`: too many attempts, or a
 * fault; with either nothing was looked up. `certificate`: undefined if none was found.
 */
type VerificationResult = {
  number: string
  lastName: string
  errors?: { number?: string; lastName?: string }
  problem?: string
  certificate?: PublicCertificate | undefined
}

/** Looks an attestato up. The form is posted, so that neither number nor name gets into an address or a log. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, TEXT_LIMIT)
  const typed = { number: text('number'), lastName: text('lastName') }
  const errors = {
    ...(!readCertificateNumber(typed.number) && { number: 'Scrivi il numero, per esempio 2027/0031' }),
    ...(!typed.lastName && { lastName: 'Scrivi il cognome che sta sul foglio' }),
  }
  if (Object.keys(errors).length > 0) return data<VerificationResult>({ ...typed, errors }, { status: 400 })
  return withErrorProblem(async () => {
    const limited = await refuseBeyondLimit(`verify ${visitorFrom(context).address}`, VERIFICATION_LIMIT)
    if (limited)
      return data<VerificationResult>(
        { ...typed, problem: explainAccountRefusal(limited) },
        refusalInit(limited),
      )
    const certificate = await certificateByNumber(typed.number, typed.lastName)
    return data<VerificationResult>({ ...typed, certificate }, { status: certificate ? 200 : 404 })
  }, typed)
}

/** Characters of a typed field that are read. */
const TEXT_LIMIT = 200

/** Passes on the `Retry-After` of a refusal. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function VerifyScreen({ actionData }: Route.ComponentProps) {
  const result: VerificationResult | undefined = actionData
  const isAnswered = result && !result.errors && !result.problem
  return (
    <div className="page narrow">
      <PageHead title="Verifica un attestato" noindex error={Boolean(result?.errors ?? result?.problem)} />
      <h1>Verifica un attestato</h1>
      <p className="lead">
        Chi ha ricevuto un nostro attestato può controllarlo qui, senza chiedere a nessuno.
      </p>
      {isAnswered && (
        <CertificateAnswer
          certificate={result.certificate}
          headline="h2"
          ifUnknown="Controlla il numero e il cognome. Se sono scritti così sul foglio, mandacene una foto:"
        />
      )}
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
        <Field
          label="Numero"
          name="number"
          required
          autoComplete="off"
          hint="In basso sull’attestato, per esempio 2027/0031"
          defaultValue={result?.number}
          error={result?.errors?.number}
        />
        <Field
          label="Cognome"
          name="lastName"
          required
          autoComplete="off"
          defaultValue={result?.lastName}
          error={result?.errors?.lastName}
        />
        <div className="actions">
          <Submit className="button button-main" busy="Un momento...">
            Verifica
          </Submit>
        </div>
      </Form>
    </div>
  )
}
