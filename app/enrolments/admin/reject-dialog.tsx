import { Link } from 'react-router'
import { Dialog } from '../../ui/dialog'
import { editionLine } from '../../ui/edition'
import { TextArea } from '../../ui/field'
import { Form } from '../../ui/form'
import { addressWith } from '../../ui/query'
import { Submit } from '../../ui/submit'
import { REASON_LIMIT } from '../rules'
import type { PendingRequest } from './queue.queries.server'
import { rejectLinkOf } from './rules'

/** `page`: the list below. */
export function RejectDialog({
  request,
  next,
  page,
  problem,
}: {
  request: PendingRequest
  next: string | undefined
  page: string
  problem?: string | undefined
}) {
  const name = `${request.person.firstName} ${request.person.lastName}`
  const row = page + rejectLinkOf(request.id)
  return (
    <Dialog title="Rifiutare la richiesta?" closeTo={row}>
      <Form
        method="post"
        action={addressWith(page, { rifiuta: request.id })}
        className="form"
        preventScrollReset
      >
        <p>
          {name}, {request.course.title} ({editionLine(request.course)}). La persona riceve un’email.
        </p>
        <TextArea
          label="Motivo"
          name="reason"
          optional
          hint="Se lo scrivi, sta nell’email."
          maxLength={REASON_LIMIT}
          error={problem}
        />
        <input type="hidden" name="intent" value="reject" />
        {next && <input type="hidden" name="next" value={next} />}
        <div className="actions">
          <Submit
            className="button button-main button-dense"
            name="enrolment"
            value={request.id}
            busy="Invio in corso..."
          >
            Rifiuta
          </Submit>
          <Link className="button" to={row} preventScrollReset>
            Annulla
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}
