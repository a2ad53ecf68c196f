import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { mapPage } from '../site/map'
import { Field } from '../ui/forms/field'
import type { Route } from './+types/office.screen'
import { FormPart, GroupForm } from './group-form'
import { answerItemForm, type GroupText, type ItemReading, readItemForm } from './group-form.server'
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

const OFFICE_FORM: ItemReading<'offices'> = {
  group: 'offices',
  page: href('/admin/impostazioni/sedi'),
  read: (text, stored, id) => {
    const { value, errors } = readOffice(text, stored, id)
    return { value: withItem(stored, value), errors }
  },
  write: writeOffice,
}

export function loader({ context, params }: Route.LoaderArgs) {
  return readItemForm(adminFrom(context), context, params.office, OFFICE_FORM)
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerItemForm(adminFrom(context), { request, context }, params.office, OFFICE_FORM)
}

const HINTS: Partial<Record<OfficeField, string>> = {
  province: 'Due lettere.',
  point: 'Latitudine e longitudine, o l’indirizzo di una mappa, incollato intero.',
}

export default function OfficeSettings({ loaderData, actionData, params }: Route.ComponentProps) {
  const title = params.office === NEW_ITEM ? 'Nuova sede' : 'Sede'
  return (
    <GroupForm
      title={title.toLowerCase()}
      start={loaderData}
      result={actionData}
      labels={OFFICE_LABELS}
      limits={OFFICE_MOST}
      back={href('/admin/impostazioni/sedi')}
      preview={OfficePreview}
    >
      {({ field }) => (
        <FormPart title={title}>
          <div className="group-grid">
            {OFFICE_FIELDS.map((name) => (
              <Field key={name} {...field(name)} hint={HINTS[name]} />
            ))}
          </div>
        </FormPart>
      )}
    </GroupForm>
  )
}

function OfficePreview({ city, street, postcode, province, point = '' }: GroupText) {
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
