import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { Feature } from '../content/groups.rules'
import { yearsOfExperience } from '../public/years'
import { today } from '../runtime/clock'
import { fillTexts, fillWords } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'
import { hasErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/texts.screen'
import { GroupForm, Preview } from './group-form'
import { answerGroupForm } from './group-form.server'
import { PlaceholderButtons } from './placeholder-buttons'
import { readGroup } from './queries.server'
import {
  readTexts,
  TEXT_LABELS,
  TEXT_PARTS,
  type TextField,
  type TextPart,
  textsFrom,
  writeTexts,
} from './texts.rules'
import { lettersOf } from './words.rules'

export async function loader({ context }: Route.LoaderArgs) {
  const { value, version, changed } = await readGroup(adminFrom(context), 'texts')
  return { text: writeTexts(value), version, changed, day: today() }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerGroupForm(adminFrom(context), request, href('/admin/impostazioni/testi'), {
    group: 'texts',
    read: readTexts,
    write: writeTexts,
  })
}

export default function TextSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Impostazioni: testi" noindex error={hasErrors(actionData)} />
      <GroupForm start={loaderData} result={actionData} labels={TEXT_LABELS}>
        {(text, errors, typed) =>
          TEXT_PARTS.map((part) => (
            <div key={part.id} className="group-split">
              <Part part={part} text={text} errors={errors} typed={typed} />
              <Preview of={part.title}>
                <PartPreview part={part.id} text={typed} day={loaderData.day} />
              </Preview>
            </div>
          ))
        }
      </GroupForm>
    </>
  )
}

type Texts = Partial<Record<string, string>>

function Part({
  part: { title, placeholders, fields },
  text,
  errors,
  typed,
}: {
  part: TextPart
  text: Texts
  errors: Texts
  typed: Texts
}) {
  return (
    <fieldset className="fields">
      <legend>
        <span className="fields-title">{title}</span>
      </legend>
      <PlaceholderButtons words={placeholders} />
      <div className="group-stack">
        {fields.map((field) => {
          const { name, label, most, rows } = field
          const shared = {
            label,
            name,
            maxLength: most,
            defaultValue: text[name],
            error: errors[name],
            hint: hintOf(field, typed[name]),
          }
          return rows ? <TextArea key={name} {...shared} rows={rows} /> : <Field key={name} {...shared} />
        })}
      </div>
    </fieldset>
  )
}

function hintOf({ most, rows }: TextField, typed: string | undefined): string {
  const letters = lettersOf(typed, most)
  return rows && rows > 3 ? `${letters}. Una riga vuota separa i paragrafi.` : letters
}

/** The words as the pages set them. `day`: today, YYYY-MM-DD. */
function PartPreview({
  part,
  text,
  day,
}: {
  part: TextPart['id']
  text: Record<string, string>
  day: string
}) {
  const { home, about, payment } = fillTexts({ ...siteSettings(), texts: textsFrom(text) }).texts
  const years = String(yearsOfExperience(day))
  switch (part) {
    case 'home':
      return (
        <>
          <p className="preview-title">
            {home.title[0]}
            <br />
            {home.title[1]}
          </p>
          <p>{home.lead}</p>
        </>
      )
    case 'partnership':
      return (
        <>
          <p className="preview-heading">{home.partnershipTitle}</p>
          <p>{home.partnership}</p>
        </>
      )
    case 'benefits':
      return <Features features={home.benefits} />
    case 'about':
      return (
        <>
          <p>{about.lead}</p>
          <p className="preview-heading">La nostra storia</p>
          {about.story.map((paragraph) => (
            <p key={paragraph}>{fillWords(paragraph, { anni: years })}</p>
          ))}
        </>
      )
    case 'values':
      return <Features features={about.values} />
    case 'payment':
      return (
        <>
          <p>{payment.next}</p>
          <p>{payment.later}</p>
        </>
      )
  }
}

/** Narrower than on the pages. */
const Features = ({ features }: { features: Feature[] }) => (
  <ul className="preview-features">
    {features.map(({ title, text }) => (
      <li key={title}>
        <b>{title}</b>
        <p>{text}</p>
      </li>
    ))}
  </ul>
)
