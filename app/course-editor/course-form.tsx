import {
  type ChangeEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useState,
} from 'react'
import { href, Link, useLocation } from 'react-router'
import { courseTablePage, courseTableQuery } from '../courses/table/rules'
import type { CarriedKind } from '../documents/rules'
import { formatCount } from '../italian/numbers'
import { ErrorSummary, type FieldErrors } from '../ui/forms/error-summary'
import { CheckField } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { changedField, useRemainingErrors } from '../ui/forms/remaining-errors'
import { Dock, DockPlaces } from '../ui/overlays/dock'
import type { Conflict } from './conflict-notice'
import { CourseFields, courseFieldLabel } from './course-fields'
import { CoursePreview } from './course-preview'
import { DraftNotice, type FormContent, useDraft } from './draft'
import { type CourseErrors, type CourseText, type CourseTyped, courseTextFrom } from './rules'
import { ChosenSection, FormSection, SectionIndex } from './section-index'
import { changedFields, type Section, sectionOf, sectionStates, wrongFields } from './sections.rules'
import '../courses/course-form.css'

export const CONFIRM_WARNINGS = 'Controlla questi campi, oppure salva comunque'

/**
 * A form as it was sent. `confirmed`: sentences of warnings that count as confirmed when it is sent again; `carried`:
 * kinds of files to copy from the original of a new edition; `notify`: whether to e-mail the participants about
 * changes.
 */
export type SentForm = FormContent & {
  confirmed: string[]
  intent: 'save' | 'publish'
  carried: CarriedKind[]
  notify: boolean
}
/**
 * The answer to a sent form, which is shown again. `problem`: a sentence why it is not saved; `preview`: the typed
 * course, which is shown as its public page.
 */
export type FormResult = SentForm & {
  errors?: CourseErrors
  warnings?: CourseErrors & { notify?: string }
  problem?: string
  preview?: CourseTyped
  conflict?: Conflict
}

/** The id of the form, for the buttons of the bar, which stand outside it. */
const FORM_ID = 'corso'

/** The fields that decide which others are required: a change of one clears the errors of all fields. */
const SWITCHES: string[] = ['comingSoon', 'draft']

/**
 * The form of a course. What is typed survives a reload of the tab. `start`: what the form shows at first, or what was
 * sent if `result` answers a sent form; `stored`: the text of the saved course, or the text with which the form of a
 * new course begins; `isAnswer`: whether `result` answers a sent form, else it has the errors of `stored`;
 * `brochurePath`: null without one; `participants`: how many people can be notified of changes; `moreFields`: below the
 * others.
 */
export function CourseForm({
  isNew,
  start,
  stored,
  result,
  isAnswer = result !== undefined,
  brochurePath,
  participants = 0,
  moreFields,
}: {
  isNew: boolean
  start: FormContent
  stored: CourseText
  result: FormResult | undefined
  isAnswer?: boolean
  brochurePath: string | null
  participants?: number | undefined
  moreFields?: ReactNode
}) {
  const { search } = useLocation()
  // A later start is ignored, so that the fields keep what is typed; another version gives the form another key.
  const [firstStart] = useState(start)
  const unsaved = useDraft({ start, stored, isAnswer })
  const { id, version, base, text } = unsaved.foundDraft ?? firstStart
  const resultErrors: FieldErrors = { ...result?.errors, ...result?.warnings }
  // Errors of the stored text do not apply to what a found draft has changed.
  if (unsaved.foundDraft && !isAnswer)
    for (const field of changedFields(text, stored)) delete resultErrors[field]
  const [errors, clearErrors] = useRemainingErrors(result, resultErrors)
  const needsConfirmation = result?.warnings !== undefined && Object.keys(errors).length > 0
  const saveLabel = isNew ? 'Crea Corso' : 'Salva Modifiche'

  const [lastTyped, setLastTyped] = useState<CourseText>()
  const typed = lastTyped ?? text
  const changed = changedFields(typed, base)
  const wrong = wrongFields(typed, errors)
  const chosenSection = useChosenSection(result, wrong)

  /** Clears the error of the changed field, and keeps the text of the form in the browser. */
  function keepTyped(event: ChangeEvent<HTMLFormElement>) {
    const field = changedField(event)
    clearErrors(...(SWITCHES.includes(field) ? Object.keys(errors) : [field]))
    const text = courseTextFrom(new FormData(event.currentTarget))
    // The index and the bar may lag behind, so that typing stays fast.
    startTransition(() => setLastTyped(text))
    unsaved.keep({ id, version, base, text })
  }

  function discardDraft() {
    setLastTyped(undefined)
    unsaved.discard()
  }

  return (
    <>
      <div aria-live="polite">
        {unsaved.foundDraft && !isAnswer && <DraftNotice onDiscard={discardDraft} />}
      </div>
      <Form
        key={unsaved.foundDraft ? 'draft' : 'start'}
        id={FORM_ID}
        method="post"
        className="course-form"
        noValidate
        onChange={keepTyped}
        onClickCapture={chosenSection.showTarget}
      >
        <ErrorSummary
          result={result}
          errors={errors}
          problem={needsConfirmation ? CONFIRM_WARNINGS : result?.problem}
        />
        {needsConfirmation && (
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
        <ChosenSection value={chosenSection}>
          <SectionIndex states={sectionStates(changed, wrong)} ticksUnchanged={!isNew} />
          <div className="sections">
            <FormSection section="pubblicazione" note={<NeededFields />}>
              <div className="field-full switches">
                <Switch
                  name="comingSoon"
                  isOn={text.comingSoon}
                  hint="Si mostra nel catalogo, non ci si iscrive ancora"
                />
                <Switch
                  name="draft"
                  isOn={text.draft}
                  hint="La vede solo la segreteria. Basta il titolo: il resto serve per pubblicarla"
                />
              </div>
            </FormSection>
            <CourseFields
              text={text}
              base={isNew ? undefined : base}
              errors={errors}
              brochure={<Brochure path={brochurePath} course={isNew ? null : start.id} />}
            />
            {moreFields}
          </div>
        </ChosenSection>
        <Dock label="Salvataggio">
          <div className="save-bar course-bar">
            <div>
              {!isNew && <SaveSummary changed={changed} wrong={wrong} />}
              {participants > 0 || result?.warnings?.notify || result?.notify === false ? (
                <NotifyChoice
                  participants={participants}
                  changed={changed}
                  isChosen={result?.notify ?? true}
                  error={errors.notify}
                />
              ) : (
                // Whoever becomes a participant while the form is open is notified too.
                <input type="hidden" name="notify" value="on" form={FORM_ID} />
              )}
            </div>
            <Link className="link" to={courseTablePage(search)}>
              Indietro
            </Link>
            <Submit
              className="button button-main"
              form={FORM_ID}
              name="intent"
              value={needsConfirmation ? result?.intent : 'save'}
              busy={isNew ? 'Creazione...' : 'Salvataggio...'}
            >
              {needsConfirmation ? 'Salva comunque' : saveLabel}
            </Submit>
            {!isNew && stored.draft && (
              <Submit className="button" form={FORM_ID} name="intent" value="publish" busy="Pubblicazione...">
                Pubblica
              </Submit>
            )}
            <Submit
              className="button"
              form={FORM_ID}
              name="intent"
              value="preview"
              busy="Preparo l’anteprima..."
            >
              Anteprima
            </Submit>
          </div>
        </Dock>
      </Form>
      {result?.preview && <CoursePreview course={result.preview} slug={start.text.slug} result={result} />}
    </>
  )
}

/** Which fields the course needs; CSS shows the sentence that fits the switch 'In arrivo'. */
function NeededFields() {
  return (
    <>
      <span className="when-coming">Solo il titolo è obbligatorio per i corsi 'In arrivo'</span>
      <span className="when-complete">Tutti i campi sono obbligatori per i corsi normali</span>
    </>
  )
}

function Switch({ name, isOn, hint }: { name: 'comingSoon' | 'draft'; isOn: boolean; hint: string }) {
  return (
    <div>
      <label className="switch">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state without aria-checked
          role="switch"
          name={name}
          aria-describedby={`${name}-hint`}
          defaultChecked={isOn}
        />
        {courseFieldLabel(name)}
      </label>
      <p className="hint" id={`${name}-hint`}>
        {hint}
      </p>
    </div>
  )
}

/**
 * The chosen section: at the beginning the first one; after an answer of the server the first one with a wrong field
 * (see `wrongFields`), if there is one.
 */
function useChosenSection(result: unknown, wrong: readonly string[]) {
  const [section, choose] = useState<Section>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new answer of the server, not while fields are corrected
  useEffect(() => {
    const firstWrong = result ? wrong.map(sectionOf).find(Boolean) : undefined
    choose((chosen) => firstWrong ?? chosen ?? 'pubblicazione')
  }, [result])
  return {
    section,
    choose,
    /** Shows the section of a field whose link was clicked, before the browser moves the focus to the field. */
    showTarget(event: MouseEvent) {
      const link = (event.target as Element).closest('a[href^="#"]')
      const field = link?.getAttribute('href')?.slice(1) ?? ''
      const target = sectionOf(field)
      if (!target) return
      choose(target)
      // The browser moves the focus before React renders, and a hidden field cannot take it.
      document.getElementById(field)?.closest('fieldset')?.classList.remove('fields-elsewhere')
    },
  }
}

/** Counts and names the fields that are changed but not saved, or that the office has to look at. */
function SaveSummary({
  changed,
  wrong,
}: {
  changed: readonly (keyof CourseText)[]
  wrong: readonly (keyof CourseText)[]
}) {
  const counts = [
    changed.length > 0 && formatCount(changed.length, 'campo cambiato', 'campi cambiati'),
    wrong.length > 0 && `${wrong.length} da vedere`,
  ].filter(Boolean)
  const names = [...new Set([...changed, ...wrong])].map(courseFieldLabel)
  return (
    <p className="save-summary" aria-live="polite">
      <b>{counts.join(', ') || 'Tutto salvato'}</b>
      {names.length > 0 && <small>{names.join('; ')}</small>}
    </p>
  )
}

/** Fields whose change the participants can be notified of. */
const NOTIFIED_FIELDS: readonly string[] = ['sessions', 'location', 'lessonsUrl']

/**
 * Asks whether to notify the participants; with a script only if something changes for them, or with an error. Hidden,
 * it is sent all the same, so that an answer of the server does not untick it.
 */
function NotifyChoice({
  participants,
  changed,
  isChosen,
  error,
}: {
  participants: number
  changed: readonly string[]
  isChosen: boolean
  error: string | undefined
}) {
  const { bar } = use(DockPlaces)
  const isAsked = !bar || error || changed.some((field) => NOTIFIED_FIELDS.includes(field))
  return (
    <div hidden={!isAsked}>
      <CheckField name="notify" form={FORM_ID} defaultChecked={isChosen} error={error}>
        {participants > 0 ? `Avvisa gli iscritti (${participants})` : 'Avvisa gli iscritti'}
        {!bar && <small> Con un’email, se cambiano date, luogo o indirizzo delle lezioni.</small>}
      </CheckField>
    </div>
  )
}

/** Shows the brochure, which another form uploads. `course`: its id; null for one that is not created yet. */
function Brochure({ path, course }: { path: string | null; course: string | null }) {
  const query = courseTableQuery(useLocation().search)
  return (
    <div className="brochure">
      <p className="fields-label">Brochure</p>
      <p>
        {path ? 'PDF attualmente caricato' : 'Nessun PDF caricato'}
        <small>
          {path ? `Percorso del PDF: ${path}` : !course && 'Il PDF si carica dopo aver creato il corso.'}
        </small>
      </p>
      {course && (
        <Link
          className="button button-small"
          to={`${href('/admin/courses/:course/pdf', { course })}${query}`}
        >
          {path ? 'Sostituisci PDF' : 'Carica PDF'}
        </Link>
      )}
    </div>
  )
}
