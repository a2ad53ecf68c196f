import { type ChangeEvent, type ReactNode, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { pageBelow, pageQuery } from '../courses/table/rules'
import type { Carried } from '../documents/rules'
import { ErrorSummary, type FieldErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { changedField, useRemainingErrors } from '../ui/forms/remaining-errors'
import { Dock } from '../ui/overlays/dock'
import type { Conflict } from './conflict-notice'
import { CourseFields, LABELS } from './course-fields'
import { CoursePreview } from './course-preview'
import { DraftNotice, type Sending, useDraft } from './draft'
import { type CourseErrors, type CourseText, type CourseTyped, courseTextFrom } from './rules'
import '../courses/course-form.css'

export const TO_CONFIRM = 'Controlla questi campi, oppure salva comunque'

/** `confirmed`: warnings that the next submission confirms; `carried`: files to copy from the original; `notify`: notify the participants of what changes for them. */
export type SentForm = Sending & {
  confirmed: string[]
  intent: 'save' | 'publish'
  carried: Carried[]
  notify: boolean
}
export type FormResult = SentForm & {
  errors?: CourseErrors
  warnings?: CourseErrors & { notify?: string }
  problem?: string
  preview?: CourseTyped
  conflict?: Conflict
}

/** The form that the buttons of the bar send. */
const FORM = 'corso'

const SWITCHES: string[] = ['comingSoon', 'draft']

/** `start`: the initial values, `stored`: the saved course, `more`: further fields, given the errors. A draft in the tab survives a reload. */
export function CourseForm({
  isNew,
  start,
  stored,
  result,
  pdf,
  more,
}: {
  isNew: boolean
  start: Sending
  stored: CourseText
  result: FormResult | undefined
  pdf: string | null
  more?: ((errors: FieldErrors) => ReactNode) | undefined
}) {
  const { search } = useLocation()
  const [first] = useState(start)
  const draft = useDraft({ start, stored, answered: result !== undefined })
  const { id, version, base, text } = draft.found ?? first
  const [errors, clear] = useRemainingErrors(result, { ...result?.errors, ...result?.warnings })
  const asks = result?.warnings !== undefined && Object.keys(errors).length > 0
  const send = isNew ? 'Crea Corso' : 'Salva Modifiche'

  /** Editing clears the error. */
  function changed(event: ChangeEvent<HTMLFormElement>) {
    const field = changedField(event)
    clear(...(SWITCHES.includes(field) ? Object.keys(errors) : [field]))
    draft.keep({ id, version, base, text: courseTextFrom(new FormData(event.currentTarget)) })
  }

  return (
    <>
      {draft.found && !result && <DraftNotice onDiscard={draft.discard} />}
      <Form
        key={draft.found ? 'draft' : 'start'}
        id={FORM}
        method="post"
        className="course-form"
        noValidate
        onChange={changed}
      >
        <ErrorSummary result={result} errors={errors} problem={asks ? TO_CONFIRM : result?.problem} />
        {asks && (
          <div className="actions">
            <Submit
              className="button button-main button-large"
              name="intent"
              value={result?.intent}
              busy="Salvataggio..."
            >
              Salva comunque
            </Submit>
          </div>
        )}
        {result?.confirmed?.map((sentence) => (
          <input key={sentence} type="hidden" name="confirmed" value={sentence} />
        ))}
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="base" value={JSON.stringify(base)} />
        <div className="switches">
          <ComingSwitch on={text.comingSoon} />
          <DraftSwitch on={text.draft} />
        </div>
        <CourseFields text={text} errors={errors} />
        <PdfPath path={pdf} course={isNew ? null : start.id} />
        {more?.(errors)}
        <Dock label="Salvataggio">
          <div className="actions save-bar">
            <Submit
              className="button button-main"
              form={FORM}
              name="intent"
              value={asks ? result?.intent : 'save'}
              busy={isNew ? 'Creazione...' : 'Salvataggio...'}
            >
              {asks ? 'Salva comunque' : send}
            </Submit>
            {!isNew && stored.draft && (
              <Submit className="button" form={FORM} name="intent" value="publish" busy="Pubblicazione...">
                Pubblica
              </Submit>
            )}
            <Submit
              className="button"
              form={FORM}
              name="intent"
              value="preview"
              busy="Preparo l’anteprima..."
            >
              Anteprima
            </Submit>
            <Link className="link" to={pageBelow(search)}>
              Indietro
            </Link>
          </div>
        </Dock>
      </Form>
      {result?.preview && <CoursePreview course={result.preview} slug={start.text.slug} result={result} />}
    </>
  )
}

function ComingSwitch({ on }: { on: boolean }) {
  return (
    <Switch
      {...{ name: 'comingSoon', on }}
      whenOn="Solo il titolo è obbligatorio per i corsi 'In arrivo'"
      whenOff="Tutti i campi sono obbligatori per i corsi normali"
    />
  )
}

function DraftSwitch({ on }: { on: boolean }) {
  return (
    <Switch
      {...{ name: 'draft', on }}
      whenOn="La vede solo la segreteria. Basta il titolo: il resto serve per pubblicarla"
      whenOff="Il corso è sul sito appena lo salvi"
    />
  )
}

type Switched = { name: 'comingSoon' | 'draft'; on: boolean; whenOn: string; whenOff: string }

function Switch({ name, on, whenOn, whenOff }: Switched) {
  return (
    <div>
      <label className="switch">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state without aria-checked
          role="switch"
          name={name}
          aria-describedby={`${name}-hint`}
          defaultChecked={on}
        />
        {LABELS[name]}
      </label>
      <p className="hint" id={`${name}-hint`}>
        <span className="when-on">{whenOn}</span>
        <span className="when-off">{whenOff}</span>
      </p>
    </div>
  )
}

/** Read-only: the upload writes it. */
function PdfPath({ path, course }: { path: string | null; course: string | null }) {
  const query = pageQuery(useLocation().search)
  return (
    <div className="fields">
      <h3>Brochure</h3>
      <div>
        <Field
          label="Percorso del PDF"
          name="pdfFilePath"
          value={path ?? 'Nessun PDF caricato'}
          readOnly
          hint={course ? undefined : 'Il PDF si carica dopo aver creato il corso.'}
        />
        {course && (
          <Link className="link" to={`${href('/admin/courses/:course/pdf', { course })}${query}`}>
            {path ? 'Sostituisci il PDF' : 'Carica PDF'}
          </Link>
        )}
      </div>
    </div>
  )
}
