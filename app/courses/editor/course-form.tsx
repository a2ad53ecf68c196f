import { type ChangeEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { ErrorSummary } from '../../ui/error-summary'
import { Field } from '../../ui/field'
import { Form } from '../../ui/form'
import { changedField, useRemainingErrors } from '../../ui/remaining-errors'
import { Submit } from '../../ui/submit'
import { pageBelow, pageQuery } from '../admin/rules'
import { CourseFields } from './course-fields'
import { CoursePreview } from './course-preview'
import { DraftNotice, type Sending, useDraft } from './draft'
import { type CourseErrors, type CourseText, type CourseTyped, courseTextFrom } from './rules'
import './course-form.css'

export const TO_CONFIRM = 'Controlla questi campi, oppure salva comunque'

type Answer = {
  errors?: CourseErrors
  warnings?: CourseErrors
  confirmed?: string[]
  problem?: string
  preview?: CourseTyped
}

/** `start`: the initial values, `stored`: the saved course. A draft in the tab survives a reload. */
export function CourseForm({
  isNew,
  start,
  stored,
  answer,
  pdf,
}: {
  isNew: boolean
  start: Sending
  stored: CourseText
  answer: Answer | undefined
  pdf: string | null
}) {
  const { search } = useLocation()
  const [first] = useState(start)
  const draft = useDraft({ start, stored, answered: answer !== undefined })
  const { id, version, base, text } = draft.found ?? first
  const [errors, clear] = useRemainingErrors(answer, { ...answer?.errors, ...answer?.warnings })
  const asks = answer?.warnings !== undefined && Object.keys(errors).length > 0
  const send = isNew ? 'Crea Corso' : 'Salva Modifiche'

  /** Editing clears the error (specification §4 and §5). */
  function changed(event: ChangeEvent<HTMLFormElement>) {
    const field = changedField(event)
    clear(...(field === 'comingSoon' ? Object.keys(errors) : [field]))
    draft.keep({ id, version, base, text: courseTextFrom(new FormData(event.currentTarget)) })
  }

  return (
    <>
      {draft.found && !answer && <DraftNotice onDiscard={draft.discard} />}
      <Form
        key={draft.found ? 'draft' : 'start'}
        method="post"
        className="course-form"
        noValidate
        onChange={changed}
      >
        <ErrorSummary of={answer} errors={errors} problem={asks ? TO_CONFIRM : answer?.problem} />
        {asks && (
          <div className="actions">
            <Submit className="button button-main" name="intent" value="save" busy="Salvataggio...">
              Salva comunque
            </Submit>
          </div>
        )}
        {answer?.confirmed?.map((sentence) => (
          <input key={sentence} type="hidden" name="confirmed" value={sentence} />
        ))}
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="base" value={JSON.stringify(base)} />
        <ComingSwitch on={text.comingSoon} />
        <CourseFields text={text} errors={errors} />
        <PdfPath path={pdf} course={isNew ? null : start.id} />
        <div className="actions course-form-end">
          <Submit
            className="button button-main"
            name="intent"
            value="save"
            busy={isNew ? 'Creazione...' : 'Salvataggio...'}
          >
            {asks ? 'Salva comunque' : send}
          </Submit>
          <Submit className="button button-large" name="intent" value="preview" busy="Preparo l’anteprima...">
            Anteprima
          </Submit>
          <Link className="link" to={pageBelow(search)}>
            Indietro
          </Link>
        </div>
      </Form>
      {answer?.preview && <CoursePreview course={answer.preview} slug={start.text.slug} of={answer} />}
    </>
  )
}

function ComingSwitch({ on }: { on: boolean }) {
  return (
    <div>
      <label className="switch">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is on
          role="switch"
          name="comingSoon"
          aria-describedby="comingSoon-hint"
          defaultChecked={on}
        />
        In arrivo (coming soon)
      </label>
      <p className="hint" id="comingSoon-hint">
        <span className="when-coming">Solo il titolo è obbligatorio per i corsi 'In arrivo'</span>
        <span className="when-normal">Tutti i campi sono obbligatori per i corsi normali</span>
      </p>
    </div>
  )
}

/** Read-only (decisions §4). */
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
          <Link className="link" to={`/admin/courses/${course}/pdf${query}`}>
            {path ? 'Sostituisci il PDF' : 'Carica PDF'}
          </Link>
        )}
      </div>
    </div>
  )
}
