import { Link, useLocation } from 'react-router'
import { pageBelow } from '../../courses/admin/rules'
import { Dialog } from '../../ui/dialog'
import { Form } from '../../ui/form'
import { Submit } from '../../ui/submit'
import { ASK_OVER_CAPACITY } from '../rules'
import { placeOf } from './rules'

type Request = { id: string; person: { firstName: string; lastName: string }; course: { title: string } }

/** Asks whether to exceed the limit of a full course. */
export function OverCapacityDialog({
  request,
  next,
  at,
}: {
  request: Request
  next?: string | undefined
  /** The page that asks, if it is not the overview. */
  at?: { action: string; back: string }
}) {
  const page = pageBelow(useLocation().search)
  const { action, back } = at ?? { action: page, back: page + placeOf(request.id) }
  return (
    <Dialog title={ASK_OVER_CAPACITY} closeTo={back}>
      <Form method="post" action={action} className="form" preventScrollReset>
        <p>
          {request.person.firstName} {request.person.lastName}, {request.course.title}: tutti i posti sono
          occupati. Se approvi, il corso supera il numero massimo di partecipanti.
        </p>
        <input type="hidden" name="intent" value="approve" />
        <input type="hidden" name="overCapacity" value="1" />
        {next && <input type="hidden" name="next" value={next} />}
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
            Annulla
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}
