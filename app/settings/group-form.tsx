import { type ReactNode, type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useOutlet } from 'react-router'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { EnterButton } from '../ui/forms/enter-button'
import { ErrorSummary, type FieldErrors, hasErrors } from '../ui/forms/error-summary'
import { Form, Submit } from '../ui/forms/form'
import { useLastAnswer } from '../ui/forms/last-answer'
import { changedField, useRemainingErrors } from '../ui/forms/remaining-errors'
import { Dock } from '../ui/overlays/dock'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { TableHead } from '../ui/tables/table-head'
import type { GroupResult, GroupText } from './group-form.server'
import type { LastChange } from './queries.server'

const FORM_ID = 'impostazioni'

/**
 * What a form is opened with, a new object each time the page is loaded. `key`: the key of the form of an item
 * (`answerItemForm`); `isRestorable`: whether the last change of the group concerns this form, true by default.
 */
type GroupStart = {
  text: GroupText
  version: number
  key?: string
  isRestorable?: boolean
  lastChange: LastChange
}

/**
 * What the fields of a form are rendered with. `text`: their initial texts; `typed`: their texts at the moment; `field`:
 * the properties of a field; `length`: that of a text, '32 lettere su 60'.
 */
export type GroupFields = {
  text: GroupText
  typed: GroupText
  errors: FieldErrors
  field: (name: string) => {
    name: string
    label: string
    maxLength: number | undefined
    defaultValue: string | undefined
    error: string | undefined
  }
  length: (name: string) => string
}

type GroupFormProps = {
  title: string
  start: GroupStart
  result: GroupResult | undefined
  labels: Record<string, string>
  limits?: Record<string, number>
  preview?: (text: GroupText) => ReactNode
  /** Address of the list that the item belongs to. The list has the button that restores, so the form has none. */
  back?: string
  edit?: (text: GroupText, button: string) => GroupText | null
  children: (fields: GroupFields) => ReactNode
}

/**
 * The page of a group of settings: its head and its form, with the save bar in the dock. `title`: that of the page,
 * after 'Impostazioni'; `labels`: the names of the fields; `limits`: the most characters of each; `preview`: how the
 * site would show what is typed; `edit`: the texts after a button that does not save, null for other buttons. Without a
 * script the server applies the same `edit`.
 */
export function GroupForm({ title, result, ...form }: GroupFormProps) {
  const { start } = form
  const answered = useLastAnswer(result, start)
  return (
    <>
      <SettingsHead title={title} result={result} />
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <OpenForm key={answered?.version ?? start.version} {...form} answered={answered} />
    </>
  )
}

/** The dialog that lies over a page of settings, else the head of the page. */
export function SettingsHead({ title, result }: { title: string; result: unknown }) {
  const head = <PageHead title={`Impostazioni: ${title}`} noindex error={hasErrors(result)} />
  return useOutlet() ?? head
}

function OpenForm({
  start,
  answered,
  labels,
  limits = {},
  preview,
  back,
  edit,
  children,
}: Omit<GroupFormProps, 'title' | 'result'> & { answered: GroupResult | undefined }) {
  const { text, version } = answered ?? start
  const base = answered?.base ?? start.text
  const [typed, setTyped] = useState(text)
  // Uncontrolled fields keep their text, so after a button has changed the texts a new key mounts the fields again.
  const [shownFields, showFields] = useState({ text, revision: 0 })
  const [errors, clearErrors] = useRemainingErrors(answered, answered?.errors ?? {})
  const changedFields = Object.keys(typed).filter((name) => typed[name] !== base[name])
  const textsOf = (form: HTMLFormElement) => {
    const data = new FormData(form)
    return Object.fromEntries(Object.keys(text).map((name) => [name, String(data.get(name) ?? '')]))
  }

  const fields: GroupFields = {
    text: shownFields.text,
    typed,
    errors,
    field: (name) => ({
      name,
      label: labels[name] ?? name,
      maxLength: limits[name],
      defaultValue: shownFields.text[name],
      error: errors[name],
    }),
    length: (name) => `${formatCount(typed[name]?.length ?? 0, 'lettera', 'lettere')} su ${limits[name]}`,
  }

  /**
   * Applies `edit` in the browser, if the pressed button is one of its buttons. The server answers the other buttons.
   */
  function editFields(event: SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent
    const edited = edit?.(textsOf(event.currentTarget), submitter?.getAttribute('value') ?? '')
    if (!edited) return
    event.preventDefault()
    setTyped(edited)
    flushSync(() => showFields({ text: edited, revision: shownFields.revision + 1 }))
    document.getElementById(submitter?.id ?? '')?.focus()
  }

  return (
    <div className={preview && 'group-split'}>
      <Form
        id={FORM_ID}
        method="post"
        className="form group-form"
        noValidate
        preventScrollReset
        onChange={(event) => {
          clearErrors(changedField(event))
          setTyped(textsOf(event.currentTarget))
        }}
        onSubmit={editFields}
      >
        <EnterButton name="intent" value="save" />
        {answered && (
          <ErrorSummary result={answered} errors={errors} problem={answered.problem} labels={labels} />
        )}
        {answered?.changedByOthers && <ChangedByOthers fields={answered.changedByOthers} labels={labels} />}
        <input type="hidden" name="version" value={version} />
        {start.key && <input type="hidden" name="key" value={answered?.key ?? start.key} />}
        <input type="hidden" name="base" value={JSON.stringify(base)} />
        <div className="group-fields" key={shownFields.revision}>
          {children(fields)}
        </div>
      </Form>
      {preview && <Preview>{preview(typed)}</Preview>}
      <SaveBar
        summary={changesInWords(changedFields, labels)}
        note={
          (start.lastChange || changedFields.length === 0) && <LastChangeLine lastChange={start.lastChange} />
        }
      >
        {back && (
          <Link className="button button-quiet" to={back}>
            Indietro
          </Link>
        )}
        {start.lastChange && start.isRestorable !== false && !back && <RestoreButton form={FORM_ID} />}
        <Submit
          className="button button-main"
          form={FORM_ID}
          name="intent"
          value="save"
          busy="Salvataggio..."
        >
          Salva
        </Submit>
      </SaveBar>
    </div>
  )
}

/** The bar with the buttons of a form, in the dock. `summary`: whether something is to be saved; `note`: below it. */
export function SaveBar({
  summary,
  note,
  children,
}: {
  summary: string
  note: ReactNode
  children: ReactNode
}) {
  return (
    <Dock label="Salvataggio">
      <div className="actions save-bar">
        <p className="save-summary">
          <b>{summary}</b>
          {note}
        </p>
        {children}
      </div>
    </Dock>
  )
}

/** The button that brings back the content before the last change. `form`: the id of its form. */
export function RestoreButton({ form }: { form: string }) {
  return (
    <Submit className="button" form={form} name="intent" value="restore" busy="Ripristino...">
      Ripristina com’era prima
    </Submit>
  )
}

/** A part of a form, with its title. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="fields">
      <legend>
        <span className="fields-title">{title}</span>
      </legend>
      {children}
    </fieldset>
  )
}

/** The box 'Come si vede'. */
export function Preview({ children }: { children: ReactNode }) {
  return (
    <section className="group-preview" aria-label="Come si vede">
      <p className="group-preview-head">Come si vede</p>
      <div>{children}</div>
    </section>
  )
}

/** 'Tutto salvato', 'Da salvare: Nome, Testo', or from four fields on '4 campi cambiati'. */
function changesInWords(changedFields: string[], labels: Record<string, string>): string {
  const names = [...new Set(changedFields.flatMap((name) => labels[name] ?? []))]
  if (names.length === 0) return 'Tutto salvato'
  if (names.length > 3) return formatCount(names.length, 'campo cambiato', 'campi cambiati')
  return `Da salvare: ${names.join(', ')}`
}

export function LastChangeLine({ lastChange }: { lastChange: LastChange }) {
  if (!lastChange) return <small className="last-change">Non è mai stato cambiato.</small>
  const day = formatDate(lastChange.at, 'd MMMM yyyy')
  return (
    <small className="last-change">
      Ultima modifica: {lastChange.by ?? 'Utente eliminato'}, {withArticle('il', day)}
    </small>
  )
}

function ChangedByOthers({
  fields,
  labels,
}: {
  fields: NonNullable<GroupResult['changedByOthers']>
  labels: Record<string, string>
}) {
  return (
    <table className="table dense stack">
      <TableHead columns={['Campo', 'Adesso nel sito', 'Nel modulo']} />
      <tbody>
        {fields.map(({ name, now, isKept }) => (
          <tr key={name}>
            <th scope="row">{labels[name] ?? name}</th>
            <td data-label="Adesso nel sito">{now || '–'}</td>
            <td data-label="Nel modulo">
              {isKept ? <b>resta quello che hai scritto tu</b> : 'il testo nuovo'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
