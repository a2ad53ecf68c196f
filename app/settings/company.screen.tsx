import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { Company } from '../content/settings.rules'
import { today } from '../runtime/clock'
import { Field } from '../ui/forms/field'
import type { Route } from './+types/company.screen'
import { COMPANY_LABELS, COMPANY_LIMITS, readCompany, writeCompany } from './company.rules'
import { FormPart, GroupForm } from './group-form'
import { answerGroupForm, type GroupText, readGroupForm } from './group-form.server'

export function loader({ context }: Route.LoaderArgs) {
  return readGroupForm(adminFrom(context), 'company', writeCompany)
}

export function action({ request, context }: Route.ActionArgs) {
  const year = Number(today().slice(0, 4))
  return answerGroupForm(adminFrom(context), request, href('/admin/impostazioni'), {
    group: 'company',
    read: (text) => readCompany(text, year),
    write: writeCompany,
  })
}

/** The parts of the form, each with its fields. */
const FORM_PARTS: [title: string, fields: (keyof Company)[]][] = [
  ['Azienda', ['name', 'tagline', 'legalName', 'registeredOffice', 'vat', 'rea', 'founded', 'partner']],
  ['Segreteria', ['phone', 'email', 'pec']],
  ['Attestati', ['signatory', 'signatoryRole']],
  ['Altri siti', ['studioUrl', 'reviewsUrl']],
]
/** The fields that are as wide as the form. */
const WIDE_FIELDS: (keyof Company)[] = ['legalName', 'registeredOffice', 'studioUrl', 'reviewsUrl']
const HINTS: Partial<Record<keyof Company, string>> = {
  tagline: 'Sotto il nome, nelle email e nei motori di ricerca.',
  partner: 'Con l’articolo: «un’Università Cattolica».',
  phone: 'Con il prefisso internazionale: chi lo tocca, chiama.',
  signatory: 'Nome e cognome, stampati sotto la riga della firma.',
  studioUrl: 'La voce «Lo Studio» del menu.',
}

export default function CompanySettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <GroupForm
      title="azienda"
      start={loaderData}
      result={actionData}
      labels={COMPANY_LABELS}
      limits={COMPANY_LIMITS}
      preview={CompanyPreview}
    >
      {({ field }) =>
        FORM_PARTS.map(([title, names]) => (
          <FormPart key={title} title={title}>
            <div className="group-grid">
              {names.map((name) => (
                <div key={name} className={WIDE_FIELDS.includes(name) ? 'group-wide' : undefined}>
                  <Field {...field(name)} hint={HINTS[name]} />
                </div>
              ))}
            </div>
          </FormPart>
        ))
      }
    </GroupForm>
  )
}

/** Shows the footer of the site as it would be with the typed values. */
function CompanyPreview({ name, tagline, founded, partner, phone, email, vat }: GroupText) {
  return (
    <>
      <p className="preview-heading">{name}</p>
      <p>
        {tagline} dal <span className="num">{founded}</span>, in collaborazione con {partner}.
      </p>
      <p>
        <span className="num">{phone}</span>
        <br />
        {email}
      </p>
      <p className="small-print">
        © {name} · P.{'\u00a0'}IVA {vat}
      </p>
    </>
  )
}
