import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { NoticeBand } from '../public/notice-band'
import { siteSettings } from '../site/settings'
import { hasErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/notice.screen'
import { GroupForm } from './group-form'
import { answerGroupForm } from './group-form.server'
import { NOTICE_LABELS, NOTICE_MOST, noticeInWords, readNotice, writeNotice } from './notice.rules'
import { lengthInWords } from './paragraphs.rules'
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
    <>
      <PageHead title="Impostazioni: avviso" noindex error={hasErrors(actionData)} />
      <GroupForm
        start={loaderData}
        result={actionData}
        labels={NOTICE_LABELS}
        preview={(text) => <NoticePreview {...text} />}
      >
        {(text, errors, typed) => (
          <fieldset className="fields">
            <legend>
              <span className="fields-title">Avviso in cima al sito</span>
            </legend>
            <div className="group-stack">
              <div>
                <label className="switch">
                  <input type="checkbox" name="isOn" value="on" defaultChecked={text.isOn === 'on'} />
                  {NOTICE_LABELS.isOn}
                </label>
                <p className="hint">{loaderData.phaseSentence}</p>
              </div>
              <TextArea
                label={NOTICE_LABELS.text}
                name="text"
                rows={2}
                maxLength={NOTICE_MOST.text}
                defaultValue={text.text}
                error={errors.text}
                hint={lengthInWords(typed.text, NOTICE_MOST.text)}
              />
              <div className="group-grid">
                <Field
                  label={NOTICE_LABELS.from}
                  name="from"
                  type="datetime-local"
                  optional
                  defaultValue={text.from}
                  error={errors.from}
                  hint="Vuoto: da subito."
                />
                <Field
                  label={NOTICE_LABELS.to}
                  name="to"
                  type="datetime-local"
                  optional
                  defaultValue={text.to}
                  error={errors.to}
                  hint={typed.to ? 'Poi sparisce da sé.' : 'Vuoto: resta finché non lo togli.'}
                />
                <Field
                  label={NOTICE_LABELS.linkLabel}
                  name="linkLabel"
                  optional
                  maxLength={NOTICE_MOST.linkLabel}
                  defaultValue={text.linkLabel}
                  error={errors.linkLabel}
                />
                <Field
                  label={NOTICE_LABELS.linkAddress}
                  name="linkAddress"
                  optional
                  maxLength={NOTICE_MOST.linkAddress}
                  defaultValue={text.linkAddress}
                  error={errors.linkAddress}
                  hint="https://…, o una pagina di questo sito, come /contatti."
                />
              </div>
            </div>
          </fieldset>
        )}
      </GroupForm>
    </>
  )
}

/** Shows the notice as typed; its link leads to the form instead of its address. */
function NoticePreview({ isOn, text = '', linkLabel = '' }: Partial<Record<string, string>>) {
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
