import './next-steps.css'

/**
 * The request that a visitor intends to send after the sign-in: the outlet context of the sign-in pages. Null without
 * an intended course. `answerBy`: by when the office would answer.
 */
export type IntendedRequest = { answerBy: string } | null

/** The steps until a request is answered. `note`: a remark about the current step. */
export function NextSteps({
  currentStep,
  note,
  intendedRequest,
}: {
  currentStep: string
  note?: string | undefined
  intendedRequest: IntendedRequest
}) {
  return (
    <ol className="next-steps" aria-label="I prossimi passi">
      <li aria-current="step">
        <b>{currentStep}</b>
        {note && <span>{note}</span>}
      </li>
      <li>{intendedRequest ? 'Invii la richiesta dalla tua area' : 'Entri nella tua area personale'}</li>
      <li>
        {intendedRequest ? 'La segreteria ti risponde' : 'Scegli un corso e invii la richiesta'}
        {intendedRequest && <span>entro {intendedRequest.answerBy}, se la invii adesso</span>}
      </li>
    </ol>
  )
}
