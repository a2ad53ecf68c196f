import { Link } from 'react-router'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'

const TITLE = 'Rinunciare al posto?'

/** Asks before the seat that a page offers is declined. */
export function DeclineDialog({
  name = 'intent',
  page,
  seat,
}: {
  name?: string
  page: string
  seat: string
}) {
  return (
    <Dialog title={TITLE} closeTo={page}>
      <PageHead title={TITLE} noindex />
      <Form method="post" action={page} className="form" preventScrollReset>
        <p>
          <b>{seat}</b>
        </p>
        <p>La tua richiesta viene ritirata, e il posto passa ad altri.</p>
        <div className="actions">
          <Submit className="button button-main" name={name} value="decline" busy="Invio...">
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
