import { Link } from 'react-router'
import { Dialog } from '../../ui/dialog'
import { editionLine } from '../../ui/edition'
import { Form } from '../../ui/form'
import { Submit } from '../../ui/submit'
import { ASK_OVER_CAPACITY } from '../rules'
import type { AboutRequest } from './reject-dialog'
import { approveButtonOf } from './rules'

export function OverCapacityDialog({
  request,
  page,
  at,
}: {
  request: AboutRequest
  page: string
  at?: { action: string; back: string }
}) {
  const { action, back } = at ?? { action: page, back: page + approveButtonOf(request.id) }
  return (
    <Dialog title={ASK_OVER_CAPACITY} closeTo={back}>
      <Form method="post" action={action} className="form" preventScrollReset>
        <p>
          {request.person.firstName} {request.person.lastName}, {request.course.title} (
          {editionLine(request.course)}): tutti i posti sono occupati. Se approvi, il corso supera il numero
          massimo di partecipanti.
        </p>
        <input type="hidden" name="intent" value="approve" />
        <input type="hidden" name="overCapacity" value="1" />
        <div className="actions">
          <Submit
            className="button button-main button-dense"
            name="enrolment"
            value={request.id}
            busy="Approvo..."
          >
            Approva comunque
          </Submit>
          <Link className="button" to={back} preventScrollReset>
            Chiudi
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}
