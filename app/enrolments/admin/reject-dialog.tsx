import { Link } from 'react-router'
import { Dialog } from '../../ui/dialog'
import { type Edition, editionLine } from '../../ui/edition'
import { TextArea } from '../../ui/field'
import { Form } from '../../ui/form'
import { addressWith } from '../../ui/query'
import { Submit } from '../../ui/submit'
import { REASON_LIMIT } from '../rules'
import { rejectLinkOf } from './rules'

export type AboutRequest = {
  id: string
  person: { firstName: string; lastName: string }
  course: Edition & { title: string }
}

export function RejectDialog({
  request,
  page,
  problem,
  at,
}: {
  request: AboutRequest
  page: string
  problem?: string | undefined
  /** The page that asks, if it is not the overview. */
  at?: { action: string; back: string }
}) {
  const name = `${request.person.firstName} ${request.person.lastName}`
  const { action, back } = at ?? {
    action: addressWith(page, { rifiuta: request.id }),
    back: page + rejectLinkOf(request.id),
  }
  return (
    <Dialog title="Rifiutare la richiesta?" closeTo={back}>
      <Form method="post" action={action} className="form" preventScrollReset>
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
        <div className="actions">
          <Submit
            className="button button-main button-dense"
            name="enrolment"
            value={request.id}
            busy="Invio in corso..."
          >
            Rifiuta
          </Submit>
          <Link className="button" to={back} preventScrollReset>
            Chiudi
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}
