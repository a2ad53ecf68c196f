import { isBelowMinimum } from '../courses/minimum.rules'
import type { StoredCourse } from '../courses/queries.server'
import { formatDate } from '../italian/dates'
import { Form, Submit } from '../ui/forms/form'
import { JOINING_PERIOD, type ReminderSwitch, reminderDays } from './reminders.rules'

/** Shows which e-mails the participants get automatically, each with a button that switches it on or off. */
export function RemindersSection({ edition }: { edition: StoredCourse }) {
  const days = reminderDays(edition)
  return (
    <section aria-labelledby="parte-da-se">
      <h3 id="parte-da-se">Parte da sé</h3>
      <dl className="facts">
        <Reminder
          name="Promemoria"
          column="joiningEmail"
          isOn={edition.joiningEmail}
          when={`${JOINING_PERIOD.words} prima${isBelowMinimum(edition) ? ', dopo la conferma' : ''}`}
          day={days.joining}
        />
        <Reminder
          name="Grazie"
          column="thanksEmail"
          isOn={edition.thanksEmail}
          when="il giorno dopo la fine"
          day={days.thanks}
        />
      </dl>
    </section>
  )
}

function Reminder({
  name,
  column,
  isOn,
  when,
  day,
}: {
  name: string
  column: ReminderSwitch
  isOn: boolean
  when: string
  day: string | null
}) {
  const act = isOn ? 'Spegni' : 'Accendi'
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isOn ? when : 'spento'}
        {isOn && day && <small>{formatDate(day, 'EEEE d MMMM')}</small>}
        <Form method="post">
          {!isOn && <input type="hidden" name="wanted" value="on" />}
          <Submit
            className="link"
            name="intent"
            value={column}
            busy="Salvo..."
            aria-label={`${act}: ${name}`}
          >
            {act}
          </Submit>
        </Form>
      </dd>
    </div>
  )
}
