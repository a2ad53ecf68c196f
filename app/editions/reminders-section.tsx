import { isBelowMinimum } from '../courses/minimum.rules'
import type { StoredCourse } from '../courses/queries.server'
import { formatDate } from '../italian/dates'
import { capitalize } from '../italian/words'
import { Form, Submit } from '../ui/forms/form'
import { JOINING_PERIOD, type ReminderSwitch, reminderDays } from './reminders.rules'

/** Shows which e-mails the participants get automatically, as a form that switches them on or off. */
export function RemindersSection({ edition }: { edition: StoredCourse }) {
  const days = reminderDays(edition)
  const condition = isBelowMinimum(edition) ? ', dopo la conferma' : ''
  return (
    <section aria-labelledby="parte-da-se">
      <h3 id="parte-da-se">Parte da sé</h3>
      <Form method="post" className="form edition-change">
        {edition.joiningEmail && <input type="hidden" name="joiningEmailBefore" value="on" />}
        {edition.thanksEmail && <input type="hidden" name="thanksEmailBefore" value="on" />}
        <dl className="facts">
          <Reminder
            name="Promemoria"
            column="joiningEmail"
            isOn={edition.joiningEmail}
            content={`${capitalize(JOINING_PERIOD.words)} prima${condition}: quando, dove, che cosa serve`}
            day={days.joining}
          />
          <Reminder
            name="Grazie"
            column="thanksEmail"
            isOn={edition.thanksEmail}
            content="Il giorno dopo la fine: un ringraziamento"
            day={days.thanks}
          />
        </dl>
        <Submit
          className="button button-small"
          name="intent"
          value="reminders"
          busy="Salvataggio..."
          aria-label="Salva: che cosa parte da sé"
        >
          Salva
        </Submit>
      </Form>
    </section>
  )
}

/** An automatic e-mail. `content`: when it is sent and what it is; `day`: the day on which it is sent if it is on. */
function Reminder({
  name,
  column,
  isOn,
  content,
  day,
}: {
  name: string
  column: ReminderSwitch
  isOn: boolean
  content: string
  day: string | null
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <label className="check">
          <input key={String(isOn)} type="checkbox" name={column} defaultChecked={isOn} />
          <span>
            {content}
            {isOn && day && <small>{formatDate(day, 'EEEE d MMMM')}</small>}
          </span>
        </label>
      </dd>
    </div>
  )
}
