import { isDeepStrictEqual } from 'node:util'
import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { Feature } from '../content/settings.rules'
import { fillYears } from '../public/fill-years'
import { today } from '../runtime/clock'
import { fillSettings } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'
import { hasErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { PageHead } from '../ui/page-head'
import { Chips } from '../ui/tables/chips'
import type { Route } from './+types/texts.screen'
import { GroupForm } from './group-form'
import { answerGroupForm } from './group-form.server'
import { lengthInWords } from './paragraphs.rules'
import { PlaceholderButtons } from './placeholder-buttons'
import { readGroup } from './queries.server'
import {
  readTextPart,
  TEXT_LABELS,
  TEXT_PARTS,
  type TextField,
  type TextPart,
  textPart,
  textPartIn,
  textsFrom,
  writeTextPart,
} from './texts.rules'

export async function loader({ context, url }: Route.LoaderArgs) {
  const part = textPartIn(url.searchParams)
  const { value, former, version, lastChange } = await readGroup(adminFrom(context), 'texts')
  const text = writeTextPart(part, value)
  const isRestorable = !isDeepStrictEqual(text, writeTextPart(part, former))
  return { part: part.id, text, version, lastChange, isRestorable, day: today() }
}

export function action({ request, context, url }: Route.ActionArgs) {
  const part = textPartIn(url.searchParams)
  return answerGroupForm(adminFrom(context), request, addressOf(part), {
    group: 'texts',
    read: (text, stored) => readTextPart(part, text, stored),
    write: (texts) => writeTextPart(part, texts),
  })
}

const addressOf = ({ id }: TextPart) => `${href('/admin/impostazioni/testi')}?parte=${id}`

export default function TextSettings({ loaderData, actionData }: Route.ComponentProps) {
  const part = textPart(loaderData.part)
  return (
    <>
      <PageHead title={`Impostazioni: testi, ${part.short}`} noindex error={hasErrors(actionData)} />
      <div className="settings-parts">
        <Chips
          label="Testi, le parti"
          chips={TEXT_PARTS.map((other) => ({
            name: other.short,
            to: addressOf(other),
            isChosen: other === part,
          }))}
        />
      </div>
      <GroupForm
        key={part.id}
        start={loaderData}
        result={actionData}
        labels={TEXT_LABELS}
        preview={(typed) => <PartPreview part={part.id} text={typed} day={loaderData.day} />}
      >
        {(text, errors, typed) => <Part part={part} text={text} errors={errors} typed={typed} />}
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
      <PlaceholderButtons placeholders={placeholders} />
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
  const length = lengthInWords(typed, most)
  // The field with the most rows, the story, is the only text of several paragraphs.
  return rows && rows > 3 ? `${length}. Una riga vuota separa i paragrafi.` : length
}

/** Shows a part as the pages of the site would. `day`: today, YYYY-MM-DD. */
function PartPreview({
  part,
  text,
  day,
}: {
  part: TextPart['id']
  text: Record<string, string>
  day: string
}) {
  const { home, about, payment } = fillSettings({ ...siteSettings(), texts: textsFrom(text) }).texts
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
          <p>{fillYears(about.lead, day)}</p>
          <p className="preview-heading">La nostra storia</p>
          {about.story.map((paragraph) => (
            <p key={paragraph}>{fillYears(paragraph, day)}</p>
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

/** Titles with texts, in a narrower layout than on the pages of the site. */
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
