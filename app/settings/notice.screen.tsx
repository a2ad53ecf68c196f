import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { NoticeBand } from '../public/notice-band'
import { siteSettings } from '../site/settings'
import { Field, TextArea } from '../ui/forms/field'
import type { Route } from './+types/notice.screen'
import { FormPart, GroupForm } from './group-form'
import { answerGroupForm, type GroupText } from './group-form.server'
import { NOTICE_LABELS, NOTICE_MOST, noticeInWords, readNotice, writeNotice } from './notice.rules'
import { readGroup } from './queries.server'

export async function loader({ context }: Route.LoaderArgs) {
  const { value, version, lastChange } = await readGroup(adminFrom(context), 'notice')
  return { text: writeNotice(value), version, lastChange, phaseSentence: noticeInWords(value, new Date()) }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerGroupForm(adminFrom(context), request, href('/admin/impostazioni/avviso'), {
    group: 'notice',
    read: (text) => readNotice(text, new Date()),
    write: writeNotice,
  })
}

export default function NoticeSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <GroupForm
      title="avviso"
      start={loaderData}
      result={actionData}
      labels={NOTICE_LABELS}
      limits={NOTICE_MOST}
      preview={NoticePreview}
    >
      {({ text, typed, field, length }) => (
        <FormPart title="Avviso in cima al sito">
          <div className="group-stack">
            <div>
              <label className="switch">
                <input type="checkbox" name="isOn" value="on" defaultChecked={text.isOn === 'on'} />
                {NOTICE_LABELS.isOn}
              </label>
              <p className="hint">{loaderData.phaseSentence}</p>
            </div>
            <TextArea {...field('text')} rows={2} hint={length('text')} />
            <div className="group-grid">
              <Field {...field('from')} type="datetime-local" optional hint="Vuoto: da subito." />
              <Field
                {...field('to')}
                type="datetime-local"
                optional
                hint={typed.to ? 'Poi sparisce da sé.' : 'Vuoto: resta finché non lo togli.'}
              />
              <Field {...field('linkLabel')} optional />
              <Field
                {...field('linkAddress')}
                optional
                hint="https://…, o una pagina di questo sito, come /contatti."
              />
            </div>
          </div>
        </FormPart>
      )}
    </GroupForm>
  )
}

/** Shows the notice as typed; its link leads to the form instead of its address. */
function NoticePreview({ isOn, text = '', linkLabel = '' }: GroupText) {
  return (
    <div className="notice-preview">
      {isOn && text ? (
        <NoticeBand notice={{ text, linkLabel, linkAddress: linkLabel && '#isOn' }} />
      ) : (
        <p className="quiet">Nessun avviso.</p>
      )}
      <p className="brand">{siteSettings().company.name}</p>
    </div>
  )
}
