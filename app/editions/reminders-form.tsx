import { capitalize } from '../italian/words'
import { Form, Submit } from '../ui/forms/form'
import { JOINING, type Reminders } from './terms.rules'

/** Which e-mails the participants get by themselves. */
export function RemindersForm({ reminders: { joiningEmail, thanksEmail } }: { reminders: Reminders }) {
  return (
    <Form method="post" className="form" key={`${joiningEmail} ${thanksEmail}`}>
      <label className="check">
        <input type="checkbox" name="joiningEmail" defaultChecked={joiningEmail} />
        <span>{capitalize(JOINING.words)} prima: quando, dove, che cosa serve</span>
      </label>
      <label className="check">
        <input type="checkbox" name="thanksEmail" defaultChecked={thanksEmail} />
        <span>Il giorno dopo la fine: un ringraziamento</span>
      </label>
      <Submit className="button button-small" name="intent" value="reminders" busy="Salvataggio...">
        Salva
      </Submit>
    </Form>
  )
}
