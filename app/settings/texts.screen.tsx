import { isDeepStrictEqual } from 'node:util'
import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { Feature } from '../content/settings.rules'
import { fillYears } from '../public/fill-years'
import { today } from '../runtime/clock'
import { fillSettings } from '../site/placeholders.rules'
import { siteSettings } from '../site/settings'
import { Field, TextArea } from '../ui/forms/field'
import { PlaceholderButtons } from '../ui/forms/placeholder-buttons'
import { Chips } from '../ui/tables/chips'
import type { Route } from './+types/texts.screen'
import { FormPart, GroupForm } from './group-form'
import { answerGroupForm, type GroupText } from './group-form.server'
import { readGroup } from './queries.server'
import {
  readTextPart,
  TEXT_LABELS,
  TEXT_LIMITS,
  TEXT_PARTS,
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
        title={`testi, ${part.short}`}
        key={part.id}
        start={loaderData}
        result={actionData}
        labels={TEXT_LABELS}
        limits={TEXT_LIMITS}
        preview={(typed) => <PartPreview part={part.id} text={typed} day={loaderData.day} />}
      >
        {({ field, length }) => (
          <FormPart title={part.title}>
            <PlaceholderButtons placeholders={part.placeholders} />
            <div className="group-stack">
              {part.fields.map(({ name, rows, hint }) => {
                const shared = { ...field(name), hint: [length(name), hint].filter(Boolean).join('. ') }
                return rows ? (
                  <TextArea key={name} {...shared} rows={rows} />
                ) : (
                  <Field key={name} {...shared} />
                )
              })}
            </div>
          </FormPart>
        )}
      </GroupForm>
    </>
  )
}

/** Shows a part as the pages of the site would. `day`: today, YYYY-MM-DD. */
function PartPreview({ part, text, day }: { part: TextPart['id']; text: GroupText; day: string }) {
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
