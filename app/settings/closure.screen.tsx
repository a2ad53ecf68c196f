import { data, href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { siteSettings } from '../site/settings'
import { Choice } from '../ui/forms/choice'
import { hasErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/closure.screen'
import { GroupForm } from './group-form'
import { answerGroupForm } from './group-form.server'
import {
  afterClosure,
  CLOSURE_LABELS,
  CLOSURE_MOST,
  closureDays,
  readClosure,
  writeClosure,
} from './hours.rules'
import { withItem } from './list.rules'
import { readGroup } from './queries.server'

const NEW = 'nuova'

export async function loader({ context, params: { closure } }: Route.LoaderArgs) {
  const { value, version, changed } = await readGroup(adminFrom(context), 'hours')
  if (closure !== NEW && !value.closures.some(({ id }) => id === closure)) throw data(null, { status: 404 })
  return { text: writeClosure(value, closure), version, changed }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const id = params.closure === NEW ? null : params.closure
  return answerGroupForm(adminFrom(context), request, href('/admin/impostazioni/orari'), {
    group: 'hours',
    read: (text, stored) => {
      const { value, errors } = readClosure(text, stored, siteSettings().offices, id)
      return { value: { ...stored, closures: withItem(stored.closures, value) }, errors }
    },
    write: (hours) => writeClosure(hours, id),
  })
}

export default function ClosureSettings({ loaderData, actionData, params }: Route.ComponentProps) {
  const title = params.closure === NEW ? 'Nuova chiusura' : 'Chiusura'
  const offices = siteSettings().offices.map(({ id, city }) => [id, `Solo ${city}`] as const)
  return (
    <>
      <PageHead title={`Impostazioni: ${title.toLowerCase()}`} noindex error={hasErrors(actionData)} />
      <GroupForm
        start={loaderData}
        result={actionData}
        labels={CLOSURE_LABELS}
        back={href('/admin/impostazioni/orari')}
        preview={ClosurePreview}
      >
        {(text, errors) => (
          <fieldset className="fields">
            <legend>
              <span className="fields-title">{title}</span>
            </legend>
            <div className="group-grid">
              <div className="group-wide">
                <Field
                  label={CLOSURE_LABELS.name}
                  name="name"
                  maxLength={CLOSURE_MOST}
                  defaultValue={text.name}
                  error={errors.name}
                  hint="Come la leggono i visitatori, per esempio «Vacanze di Natale»."
                />
              </div>
              <Field
                label={CLOSURE_LABELS.from}
                name="from"
                type="date"
                defaultValue={text.from}
                error={errors.from}
              />
              <Field
                label={CLOSURE_LABELS.to}
                name="to"
                type="date"
                defaultValue={text.to}
                error={errors.to}
                optional
                hint="Vuoto: un giorno solo."
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
                options={{ '': 'Tutta la scuola', ...Object.fromEntries(offices) }}
              />
            </div>
          </fieldset>
        )}
      </GroupForm>
    </>
  )
}

function ClosurePreview({ name, from = '', to, repeats, office }: Partial<Record<string, string>>) {
  const period = { from, to: to || from, yearly: repeats === 'yearly' }
  if (!from || period.to < from) return <p className="quiet">Scrivi i giorni della chiusura.</p>
  const city = siteSettings().offices.find(({ id }) => id === office)?.city
  return (
    <>
      <p>
        <b>{name}</b>
        <br />
        {closureDays(period)}
        {city && `, solo ${city}`}
      </p>
      {!city && <p className="quiet">{afterClosure(period)}.</p>}
    </>
  )
}
