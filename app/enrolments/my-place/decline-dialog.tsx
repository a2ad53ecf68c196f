import { QuestionDialog } from '../../ui/overlays/question-dialog'

/**
 * Asks whether to decline an offered seat. `page`: where the form is sent, and the dialog closes; `seat`: as `seatName`
 * writes it.
 */
export function DeclineDialog({ page, seat }: { page: string; seat: string }) {
  return (
    <QuestionDialog
      title="Rinunciare al posto?"
      closeTo={page}
      stay="Torna indietro"
      action={page}
      name="intent"
      value="decline"
      busy="Invio..."
      button="Rinuncia al posto"
    >
      <p>
        <b>{seat}</b>
      </p>
      <p>La tua richiesta viene ritirata, e il posto passa ad altri.</p>
    </QuestionDialog>
  )
}
