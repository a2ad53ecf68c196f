import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { dayIn, explainDay } from '../parsing/dates.rules'
import { today } from '../runtime/clock'
import { opensEveryYear } from '../site/opening.server'
import { siteSettings } from '../site/settings'
import { Choice } from '../ui/forms/choice'
import { hasErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import type { Route } from './+types/closure.screen'
import {
  CLOSURE_LABELS,
  CLOSURE_NAME_MAX,
  closureDaysInWords,
  closureEffects,
  readClosure,
  writeClosure,
} from './closures.rules'
import { FormPart, GroupForm } from './group-form'
import { answerItemForm, type GroupText, type ItemReading, readItemForm } from './group-form.server'
import { NEVER_OPEN } from './hours.rules'
import { NEW_ITEM, withItem } from './list.rules'

const CLOSURE_FORM: ItemReading<'hours'> = {
  group: 'hours',
  page: href('/admin/impostazioni/orari'),
  read: (text, stored, id) => {
    const now = new Date()
    const { value, errors } = readClosure(text, stored, siteSettings().offices, id, today(now))
    const hours = { week: stored.week, closures: withItem(stored.closures, value) }
    if (!hasErrors({ errors }) && !opensEveryYear(hours, now)) errors.to = NEVER_OPEN
    return { value: hours, errors }
  },
  write: writeClosure,
}

export function loader({ context, params }: Route.LoaderArgs) {
  return readItemForm(adminFrom(context), context, params.closure, CLOSURE_FORM)
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerItemForm(adminFrom(context), { request, context }, params.closure, CLOSURE_FORM)
}

export default function ClosureSettings({ loaderData, actionData, params }: Route.ComponentProps) {
  const title = params.closure === NEW_ITEM ? 'Nuova chiusura' : 'Chiusura'
  return (
    <GroupForm
      title={title.toLowerCase()}
      start={loaderData}
      result={actionData}
      labels={CLOSURE_LABELS}
      back={href('/admin/impostazioni/orari')}
      preview={ClosurePreview}
    >
      {({ text, typed, errors, field }) => (
        <FormPart title={title}>
          <div className="group-grid">
            <div className="group-wide">
              <Field
                {...field('name')}
                maxLength={CLOSURE_NAME_MAX}
                hint="Come la leggono i visitatori, per esempio «Vacanze di Natale»."
              />
            </div>
            <Field
              {...field('from')}
              autoComplete="off"
              hint={explainDay(typed.from ?? '') || 'Per esempio 24/12/2026.'}
            />
            <Field
              {...field('to')}
              autoComplete="off"
              optional
              hint={explainDay(typed.to ?? '') || 'Vuoto: un giorno solo.'}
            />
            <Choice
              label={CLOSURE_LABELS.repeats}
              name="repeats"
              value={text.repeats ?? ''}
              options={{ once: 'Una volta', yearly: 'Ogni anno, negli stessi giorni' }}
            />
            <Choice
              label={CLOSURE_LABELS.office}
              name="office"
              value={text.office ?? ''}
              options={closureOfficeOptions(text.office)}
              error={errors.office}
            />
          </div>
        </FormPart>
      )}
    </GroupForm>
  )
}

/**
 * The options for the place that is closed: the whole school ('') or one office, by id. A `chosen` office that does not
 * exist stays an option, so that the browser does not select another one.
 */
function closureOfficeOptions(chosen = ''): Record<string, string> {
  const offices = siteSettings().offices.map(({ id, city }) => [id, `Solo ${city}`] as const)
  const options = Object.fromEntries([['', 'Tutta la scuola'], ...offices])
  return chosen in options ? options : { ...options, [chosen]: 'Una sede che non c’è più' }
}

function ClosurePreview({ name, repeats, office, ...typed }: GroupText) {
  const from = dayIn(typed.from ?? '')
  const period = { from, to: dayIn(typed.to ?? '') || from, yearly: repeats === 'yearly' }
  if (!from || period.to < from) return <p className="quiet">Scrivi i giorni della chiusura.</p>
  const city = siteSettings().offices.find(({ id }) => id === office)?.city
  return (
    <>
      <p>
        <b>{name}</b>
        <br />
        {closureDaysInWords(period)}
        {city && `, solo ${city}`}
      </p>
      {!office && <p className="quiet">{closureEffects(period)}.</p>}
    </>
  )
}
