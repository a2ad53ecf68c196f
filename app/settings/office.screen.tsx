import { randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { mapPage } from '../site/map'
import { hasErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/office.screen'
import { GroupForm } from './group-form'
import { answerItemForm, requireItem } from './group-form.server'
import { NEW_ITEM, withItem } from './list.rules'
import {
  OFFICE_FIELDS,
  OFFICE_LABELS,
  OFFICE_MOST,
  type OfficeField,
  readOffice,
  readPoint,
  writeOffice,
} from './offices.rules'
import { readGroup } from './queries.server'

export async function loader({ context, params: { office } }: Route.LoaderArgs) {
  const { value, version, lastChange } = await readGroup(adminFrom(context), 'offices')
  requireItem(context, value, office)
  return { text: writeOffice(value, office), key: randomUUID(), version, lastChange }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerItemForm(
    adminFrom(context),
    { request, context },
    href('/admin/impostazioni/sedi'),
    params.office,
    {
      group: 'offices',
      itemsOf: (offices) => offices,
      read: (text, stored, id) => {
        const { value, errors } = readOffice(text, stored, id)
        return { value: withItem(stored, value), errors }
      },
      write: writeOffice,
    },
  )
}

const HINTS: Partial<Record<OfficeField, string>> = {
  province: 'Due lettere.',
  point: 'Latitudine e longitudine, o l’indirizzo di una mappa, incollato intero.',
}

export default function OfficeSettings({ loaderData, actionData, params }: Route.ComponentProps) {
  const title = params.office === NEW_ITEM ? 'Nuova sede' : 'Sede'
  return (
    <>
      <PageHead title={`Impostazioni: ${title.toLowerCase()}`} noindex error={hasErrors(actionData)} />
      <GroupForm
        start={loaderData}
        result={actionData}
        labels={OFFICE_LABELS}
        back={href('/admin/impostazioni/sedi')}
        preview={OfficePreview}
      >
        {(text, errors) => (
          <fieldset className="fields">
            <legend>
              <span className="fields-title">{title}</span>
            </legend>
            <div className="group-grid">
              {OFFICE_FIELDS.map((field) => (
                <Field
                  key={field}
                  label={OFFICE_LABELS[field]}
                  name={field}
                  maxLength={OFFICE_MOST[field]}
                  defaultValue={text[field]}
                  error={errors[field]}
                  hint={HINTS[field]}
                />
              ))}
            </div>
          </fieldset>
        )}
      </GroupForm>
    </>
  )
}

function OfficePreview({ city, street, postcode, province, point = '' }: Partial<Record<string, string>>) {
  const read = readPoint(point)
  return (
    <>
      <address>
        <b>{city}</b>
        <br />
        {street}
        <br />
        {postcode} {city} ({province})
      </address>
      {typeof read === 'string' ? (
        <p className="quiet">Il punto sulla mappa non si legge ancora.</p>
      ) : (
        <a className="link" href={mapPage(read)} target="_blank" rel="noopener noreferrer">
          Guarda il punto sulla mappa <span className="visually-hidden">(si apre in una nuova scheda)</span>
        </a>
      )}
    </>
  )
}
