import './next-steps.css'

/**
 * The outlet context of the sign-in pages: null unless a course waits to be asked for. `answerBy`: by when the office
 * would answer.
 */
export type Asking = { answerBy: string } | null

export function NextSteps({
  first,
  note,
  asking,
}: {
  first: string
  note?: string | undefined
  asking: Asking
}) {
  return (
    <ol className="next-steps" aria-label="I prossimi passi">
      <li aria-current="step">
        <b>{first}</b>
        {note && <span>{note}</span>}
      </li>
      <li>{asking ? 'Invii la richiesta dalla tua area' : 'Entri nella tua area personale'}</li>
      <li>
        {asking ? 'La segreteria ti risponde' : 'Scegli un corso e invii la richiesta'}
        {asking && <span>entro {asking.answerBy}, se la invii adesso</span>}
      </li>
    </ol>
  )
}
