import { href, useLocation } from 'react-router'
import { Form, Submit } from '../ui/forms/form'
import { Icon } from '../ui/icon'

/**
 * The button that undoes a decision, by its id. `about`: the decision in words (`decisionInWords`), for the name of the
 * button. `torna`: the page to return to.
 */
export function UndoForm({ decision, about }: { decision: string; about: string }) {
  const { pathname, search } = useLocation()
  return (
    <Form
      method="post"
      action={href('/admin/decisioni/:decision/ripristina', { decision })}
      preventScrollReset
    >
      <input type="hidden" name="torna" value={pathname + search} />
      <Submit
        className="button button-small"
        name="decision"
        value={decision}
        busy="Ripristino..."
        aria-label={`Ripristina: ${about}`}
      >
        <Icon name="undo" /> Ripristina
      </Submit>
    </Form>
  )
}
