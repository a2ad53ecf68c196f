import { formatDate } from '../italian/dates'
import { capitalize } from '../italian/words'
import { useFold } from '../ui/fold'
import { Form, Submit } from '../ui/forms/form'
import { JOINING_PERIOD, type ReminderSwitches, reminderDays } from './reminders.rules'

/** A form that was not saved: the switches as sent, and as the page showed them before. */
export type SentReminders = { wanted: ReminderSwitches; before: ReminderSwitches }

/**
 * Shows which e-mails the participants get automatically, with a folded form to change that. `sent`: a form that was
 * not saved; `awaitsMinimum`: the edition is below its minimum and not confirmed.
 */
export function RemindersSection({
  switches,
  sent,
  edition,
  awaitsMinimum,
}: {
  switches: ReminderSwitches
  sent: SentReminders | undefined
  edition: Parameters<typeof reminderDays>[0]
  awaitsMinimum: boolean
}) {
  const { joiningEmail, thanksEmail } = switches
  const before = sent?.before ?? switches
  const days = reminderDays(edition)
  const fold = useFold(sent !== undefined, sent)
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
          {before.joiningEmail && <input type="hidden" name="joiningEmailBefore" value="on" />}
          {before.thanksEmail && <input type="hidden" name="thanksEmailBefore" value="on" />}
          <label className="check">
            <input
              type="checkbox"
              name="joiningEmail"
              defaultChecked={sent?.wanted.joiningEmail ?? joiningEmail}
            />
            <span>{capitalize(JOINING_PERIOD.words)} prima: quando, dove, che cosa serve</span>
          </label>
          <label className="check">
            <input
              type="checkbox"
              name="thanksEmail"
              defaultChecked={sent?.wanted.thanksEmail ?? thanksEmail}
            />
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
