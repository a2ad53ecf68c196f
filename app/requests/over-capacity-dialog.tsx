import { Form } from 'react-router'
import { ASK_OVER_CAPACITY } from '../enrolments/rules'
import { Dialog } from '../ui/dialog'
import { Submit } from '../ui/submit'

/** The course is full: the office decides whether to go over its limit, and the log remembers that it did. */
export function OverCapacityDialog({ enrolmentId }: { enrolmentId: string }) {
  return (
    <Dialog title={ASK_OVER_CAPACITY} closeTo="/admin">
      <Form method="post" action="/admin?index" className="form">
        <p>Tutti i posti sono occupati. Se approvi, il corso supera il numero massimo di partecipanti.</p>
        <input type="hidden" name="intent" value="approve" />
        <input type="hidden" name="overCapacity" value="1" />
        <div className="actions">
          <Submit
            className="button button-main button-dense"
            name="enrolment"
            value={enrolmentId}
            busy="Approvo..."
          >
            Approva comunque
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}
