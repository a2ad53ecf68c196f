import { Link } from 'react-router'
import { Dialog } from '../../ui/dialog'
import { Form } from '../../ui/form'
import { PageHead } from '../../ui/page-head'
import { Submit } from '../../ui/submit'

const TITLE = 'Rinunciare al posto?'

/** Asks before the seat that a page offers is declined. `elsewhere`: in another edition than was asked for. */
export function DeclineDialog({
  name = 'intent',
  page,
  seat,
  elsewhere,
}: {
  name?: string
  page: string
  seat: string
  elsewhere: boolean
}) {
  return (
    <Dialog title={TITLE} closeTo={page}>
      <PageHead title={TITLE} noindex />
      <Form method="post" action={page} className="form" preventScrollReset>
        <p>
          <b>{seat}</b>
        </p>
        <p>
          {elsewhere
            ? 'La tua richiesta per l’altra edizione resta. Posti in altre date non te li offriamo più.'
            : 'La tua richiesta viene ritirata, e il posto passa ad altri.'}
        </p>
        <div className="actions">
          <Submit className="button button-main button-dense" name={name} value="decline" busy="Invio...">
            Rinuncia al posto
          </Submit>
          <Link className="button" to={page} preventScrollReset>
            Torna indietro
          </Link>
        </div>
      </Form>
    </Dialog>
  )
}
