import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { LetterKey } from '../content/settings.rules'
import { companyValues, fillPlaceholders } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'
import { useFold } from '../ui/fold'
import { type FieldErrors, hasErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/letters.screen'
import { GroupForm } from './group-form'
import { answerGroupForm, type GroupText } from './group-form.server'
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
import { readGroup } from './queries.server'

export async function loader({ context }: Route.LoaderArgs) {
  const { value, version, lastChange } = await readGroup(adminFrom(context), 'letters')
  return { text: writeLetters(value), version, lastChange }
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
    <>
      <PageHead title="Impostazioni: email" noindex error={hasErrors(actionData)} />
      <GroupForm start={loaderData} result={actionData} labels={LETTER_LABELS}>
        {(text, errors, typed) => (
          <>
            <fieldset className="fields">
              <legend>
                <span className="fields-title">Firma</span>
              </legend>
              <TextArea
                label="Firma"
                name="signature"
                optional
                rows={3}
                maxLength={LETTER_LIMITS.signature}
                defaultValue={text.signature}
                error={errors.signature}
                hint="In fondo a ogni email, per esempio «Anna e Sara, la segreteria»."
              />
            </fieldset>
            {LETTER_GROUPS.map(([title, letters]) => (
              <fieldset key={title} className="fields">
                <legend>
                  <span className="fields-title">{title}</span>
                </legend>
                <div className="letters">
                  {(Object.entries(letters) as [LetterKey, string][]).map(([letter, label]) => (
                    <LetterFields
                      key={letter}
                      letter={letter}
                      label={label}
                      text={text}
                      typed={typed}
                      errors={errors}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
          </>
        )}
      </GroupForm>
    </>
  )
}

/** The fields of a letter with a preview. They are unfolded if one has an error. */
function LetterFields({
  letter,
  label,
  text,
  typed,
  errors,
}: {
  letter: LetterKey
  label: string
  text: GroupText
  typed: GroupText
  errors: FieldErrors
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
          label="Oggetto"
          name={subject}
          maxLength={LETTER_LIMITS.subject}
          defaultValue={text[subject]}
          error={errors[subject]}
          hint={hintOf(requiredPlaceholders(letter, 'subject'))}
        />
        <TextArea
          label="Primo paragrafo"
          name={opening}
          rows={3}
          maxLength={LETTER_LIMITS.opening}
          defaultValue={text[opening]}
          error={errors[opening]}
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
