import { formatDate } from '../italian/dates'
import { capitalize } from '../italian/words'
import { useFold } from '../ui/fold'
import { Form, Submit } from '../ui/forms/form'
import { JOINING_PERIOD, type ReminderSwitches, reminderDays } from './reminders.rules'

/**
 * Shows which e-mails the participants get automatically, with a folded form to change that. `wanted`: the
 * switches of a form that was not saved; `awaitsMinimum`: the edition is below its minimum and not confirmed.
 */
export function RemindersSection({
  switches,
  wanted,
  edition,
  awaitsMinimum,
}: {
  switches: ReminderSwitches
  wanted: ReminderSwitches | undefined
  edition: Parameters<typeof reminderDays>[0]
  awaitsMinimum: boolean
}) {
  const { joiningEmail, thanksEmail } = switches
  const days = reminderDays(edition)
  const fold = useFold(wanted !== undefined, wanted)
  return (
    <section aria-labelledby="parte-da-se">
      <h3 id="parte-da-se">Parte da sé</h3>
      <dl className="facts">
        <Reminder
          name="Promemoria"
          isOn={joiningEmail}
          when={`${JOINING_PERIOD.words} prima${awaitsMinimum ? ', dopo la conferma' : ''}`}
          day={days.joining}
        />
        <Reminder name="Grazie" isOn={thanksEmail} when="il giorno dopo la fine" day={days.thanks} />
      </dl>
      <details {...fold} className="edition-change" key={`${joiningEmail} ${thanksEmail}`}>
        <summary aria-label="Modifica che cosa parte da sé">Modifica</summary>
        <Form method="post" className="form">
          {joiningEmail && <input type="hidden" name="joiningEmailBefore" value="on" />}
          {thanksEmail && <input type="hidden" name="thanksEmailBefore" value="on" />}
          <label className="check">
            <input
              type="checkbox"
              name="joiningEmail"
              defaultChecked={wanted?.joiningEmail ?? joiningEmail}
            />
            <span>{capitalize(JOINING_PERIOD.words)} prima: quando, dove, che cosa serve</span>
          </label>
          <label className="check">
            <input type="checkbox" name="thanksEmail" defaultChecked={wanted?.thanksEmail ?? thanksEmail} />
            <span>Il giorno dopo la fine: un ringraziamento</span>
          </label>
          <Submit className="button button-small" name="intent" value="reminders" busy="Salvataggio...">
            Salva
          </Submit>
        </Form>
      </details>
    </section>
  )
}

function Reminder({
  name,
  isOn,
  when,
  day,
}: {
  name: string
  isOn: boolean
  when: string
  day: string | null
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isOn ? when : 'spento'}
        {isOn && day && <small>{formatDate(day, 'EEEE d MMMM')}</small>}
      </dd>
    </div>
  )
}
