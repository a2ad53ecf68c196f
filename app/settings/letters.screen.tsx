import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { LetterKey } from '../content/settings.rules'
import { companyValues, fillPlaceholders } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'
import { useFold } from '../ui/fold'
import { Field, TextArea } from '../ui/forms/field'
import type { Route } from './+types/letters.screen'
import { FormPart, type GroupFields, GroupForm } from './group-form'
import { answerGroupForm, readGroupForm } from './group-form.server'
import {
  exampleGreeting,
  LETTER_GROUPS,
  LETTER_LABELS,
  LETTER_LIMITS,
  letterField,
  readLetters,
  requiredPlaceholders,
  WITHOUT_GREETING,
  writeLetters,
} from './letters'

export function loader({ context }: Route.LoaderArgs) {
  return readGroupForm(adminFrom(context), 'letters', writeLetters)
}

export function action({ request, context }: Route.ActionArgs) {
  return answerGroupForm(adminFrom(context), request, href('/admin/impostazioni/email'), {
    group: 'letters',
    read: readLetters,
    write: writeLetters,
  })
}

export default function LetterSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <GroupForm title="email" start={loaderData} result={actionData} labels={LETTER_LABELS}>
      {(fields) => (
        <>
          <FormPart title="Firma">
            <TextArea
              {...fields.field('signature')}
              optional
              rows={3}
              maxLength={LETTER_LIMITS.signature}
              hint="In fondo a ogni email, per esempio «Anna e Sara, la segreteria»."
            />
          </FormPart>
          {LETTER_GROUPS.map(([title, letters]) => (
            <FormPart key={title} title={title}>
              <div className="letters">
                {(Object.entries(letters) as [LetterKey, string][]).map(([letter, label]) => (
                  <LetterFields key={letter} letter={letter} label={label} fields={fields} />
                ))}
              </div>
            </FormPart>
          ))}
        </>
      )}
    </GroupForm>
  )
}

/** The fields of a letter with a preview. They are unfolded if one has an error. */
function LetterFields({
  letter,
  label,
  fields: { typed, errors, field },
}: {
  letter: LetterKey
  label: string
  fields: GroupFields
}) {
  const [subject, opening] = [letterField(letter, 'subject'), letterField(letter, 'opening')]
  const fold = useFold(Boolean(errors[subject] ?? errors[opening]))
  return (
    <details {...fold}>
      <summary>
        <span>
          <b>{label}</b> <small>{withCompanyWords(typed[subject])}</small>
        </span>
      </summary>
      <div className="form letter-fields">
        <Field
          {...field(subject)}
          label="Oggetto"
          maxLength={LETTER_LIMITS.subject}
          hint={hintOf(requiredPlaceholders(letter, 'subject'))}
        />
        <TextArea
          {...field(opening)}
          label="Primo paragrafo"
          rows={3}
          maxLength={LETTER_LIMITS.opening}
          hint={hintOf(requiredPlaceholders(letter, 'opening'))}
        />
        <div className="letter-read">
          <p className="quiet">Come si legge</p>
          <p className="letter-title">{withCompanyWords(typed[subject])}</p>
          {!WITHOUT_GREETING.includes(letter) && <p>{exampleGreeting(letter)}</p>}
          <p>{withCompanyWords(typed[opening])}</p>
        </div>
      </div>
    </details>
  )
}

/** Fills in the placeholders for data of the company, as in the e-mail. The other placeholders stay. */
const withCompanyWords = (text = '') => fillPlaceholders(text, companyValues(siteSettings().company))

const hintOf = (placeholders: string[]) =>
  placeholders.length > 0
    ? `Il sito scrive al posto di ${placeholders.map((name) => `[${name}]`).join(' e ')}.`
    : undefined
