import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { OfficeClosure } from '../content/settings.rules'
import { formatCount } from '../italian/numbers'
import { capitalize } from '../italian/words'
import { opensEveryYear } from '../site/opening.server'
import { siteSettings } from '../site/settings'
import { WEEKDAYS_FROM_MONDAY } from '../site/week.rules'
import { hasErrors } from '../ui/forms/error-summary'
import { Icon } from '../ui/icon'
import type { Route } from './+types/hours.screen'
import { closureDaysInWords, closureEffects } from './closures.rules'
import { FormPart, GroupForm } from './group-form'
import { answerGroupForm } from './group-form.server'
import {
  DAY_TIMES,
  editWeek,
  isClosedDay,
  NEVER_OPEN,
  readWeek,
  timeField,
  WEEK_LABELS,
  writeWeek,
} from './hours.rules'
import { NEW_ITEM } from './list.rules'
import { readGroup } from './queries.server'
import './hours.css'

export async function loader({ context }: Route.LoaderArgs) {
  const { value, version, lastChange } = await readGroup(adminFrom(context), 'hours')
  return { text: writeWeek(value), version, lastChange, closures: value.closures }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerGroupForm(adminFrom(context), request, href('/admin/impostazioni/orari'), {
    group: 'hours',
    read: (text, stored) => {
      const { value, errors } = readWeek(text, stored)
      const isNeverOpen = !hasErrors({ errors }) && !opensEveryYear(value, new Date())
      return { value, errors: isNeverOpen ? { [timeField(0, 0)]: NEVER_OPEN } : errors }
    },
    write: writeWeek,
    edit: editWeek,
  })
}

export default function HoursSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <GroupForm
      title="orari e chiusure"
      start={loaderData}
      result={actionData}
      labels={WEEK_LABELS}
      edit={editWeek}
    >
      {({ text, errors }) => (
        <>
          <FormPart title="Settimana">
            <ul className="week-hours">
              {WEEKDAYS_FROM_MONDAY.map((name, day) => (
                <li key={name}>
                  <Day day={day} name={capitalize(name)} text={text} errors={errors} />
                </li>
              ))}
            </ul>
            <p className="hint">
              Gli orari della segreteria, per esempio 8:30. Il pomeriggio può restare vuoto.
            </p>
          </FormPart>
          <Closures closures={loaderData.closures} />
        </>
      )}
    </GroupForm>
  )
}

type DayProps = {
  day: number
  name: string
  text: Record<string, string>
  errors: Partial<Record<string, string>>
}

function Day({ day, name, text, errors }: DayProps) {
  // An error about the whole week belongs to the first field of Monday, so this field is shown then.
  const isClosed = isClosedDay(text, day) && !errors[timeField(day, 0)]
  const fields = DAY_TIMES.map((words, time) => ({ words, field: timeField(day, time) }))
  return (
    <>
      <b>{name}</b>
      {isClosed ? (
        <span className="week-times quiet">
          Chiusa
          {fields.map(({ field }) => (
            <input key={field} type="hidden" name={field} value="" />
          ))}
        </span>
      ) : (
        <span className="week-times">
          {[fields.slice(0, 2), fields.slice(2)].map((span, place) => (
            <span key={span[0]?.field}>
              {place > 0 && <span aria-hidden="true">e</span>}
              {span.map(({ words, field }, end) => (
                <Fragment key={field}>
                  {end > 0 && <span aria-hidden="true">–</span>}
                  <input
                    className="input num"
                    type="text"
                    inputMode="numeric"
                    size={5}
                    id={field}
                    name={field}
                    aria-label={`${name}, ${words}`}
                    aria-invalid={Boolean(errors[field])}
                    aria-describedby={errors[field] && `${field}-error`}
                    defaultValue={text[field]}
                  />
                </Fragment>
              ))}
            </span>
          ))}
        </span>
      )}
      <span className="actions">
        {!isClosed && day < WEEKDAYS_FROM_MONDAY.length - 1 && (
          <DayAct id={`copia-${day}`} act={`copia:${day}`} label="Copia sotto" name={name} />
        )}
        <DayAct
          id={`giorno-${day}`}
          act={`${isClosed ? 'apri' : 'chiudi'}:${day}`}
          label={isClosed ? 'Apri' : 'Chiudi'}
          name={name}
        />
      </span>
      {fields.map(
        ({ words, field }) =>
          errors[field] && (
            <p key={field} className="error" id={`${field}-error`}>
              {capitalize(words)}: {errors[field]}
            </p>
          ),
      )}
    </>
  )
}

/** A button of a day. `act`: as `editWeek` reads it; `name`: that of the day. */
function DayAct({ id, act, label, name }: { id: string; act: string; label: string; name: string }) {
  return (
    <button type="submit" className="link week-act" id={id} name="intent" value={act}>
      {label}
      <span className="visually-hidden">: {name}</span>
    </button>
  )
}

function Closures({ closures }: { closures: OfficeClosure[] }) {
  return (
    <section aria-labelledby="chiusure">
      <div className="setting-head">
        <h3 id="chiusure">Chiusure</h3>
        <span className="quiet">
          {closures.length === 0
            ? 'Oltre ai festivi non ce ne sono'
            : formatCount(closures.length, 'chiusura', 'chiusure')}
        </span>
      </div>
      <ul className="setting-list">
        {closures.map((closure) => (
          <li key={closure.id}>
            <div className="setting-words">
              <b>{closure.name}</b>
              <small>
                {closureDaysInWords(closure)}
                {closure.office && `, solo ${cityOf(closure.office) ?? 'una sede che non c’è più'}`}
                <br />
                {!closure.office && closureEffects(closure)}
              </small>
            </div>
            <div className="actions">
              <Link
                className="button button-small"
                to={href('/admin/impostazioni/orari/chiusure/:closure', { closure: closure.id })}
              >
                Modifica<span className="visually-hidden">: {closure.name}</span>
              </Link>
              <Link
                className="button button-small button-quiet"
                preventScrollReset
                to={href('/admin/impostazioni/orari/chiusure/:closure/elimina', { closure: closure.id })}
              >
                Elimina…<span className="visually-hidden"> {closure.name}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
      <Link
        className="button button-small closure-add"
        to={href('/admin/impostazioni/orari/chiusure/:closure', { closure: NEW_ITEM })}
      >
        <Icon name="plus" /> Aggiungi una chiusura
      </Link>
    </section>
  )
}

const cityOf = (officeId: string) => siteSettings().offices.find(({ id }) => id === officeId)?.city
