import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { ErrorSummary, type FieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { Form, Submit } from '../../ui/forms/form'
import { Dock } from '../../ui/overlays/dock'
import { MarksTable } from './closed-register'
import { MarkedCount } from './marked-count'
import type { RegisterPerson } from './queries.server'
import {
  type AttendanceRequirement,
  attendedInWords,
  hasTimes,
  isInMinutes,
  lessonMinutes,
  type MarkErrors,
  type MarkText,
  markField,
  PRESENCES,
  type Presence,
  type RegisterLesson,
  type RegisterResult,
  readMark,
  shownRowField,
  thresholdStateOf,
  withTimes,
  writeMark,
  writeShownRow,
} from './rules'
import { useMarks } from './use-marks'

/** The id of the form. With a script its rows are saved already, and those that are as they were change nothing. */
const ROWS_FORM = 'registro-presenze'
const PRESENCE_CHOICES = Object.entries(PRESENCES) as [Presence, string][]

/**
 * The open register of a lesson. A script saves each mark as it is made; without one a button saves all rows. Marks of
 * people whose enrolment has ended stay as they are.
 */
export function RegisterForm({
  heading,
  marksAddress,
  lesson,
  people,
  requirement,
  result,
  mayEmpty,
}: {
  /** The heading of the lesson, beside which the form shows how many people are marked. */
  heading: ReactNode
  /** To which marks are posted, and from which they are read. */
  marksAddress: string
  lesson: RegisterLesson & { number: number }
  people: RegisterPerson[]
  requirement: AttendanceRequirement
  result: RegisterResult | undefined
  /** The user may remove all marks. */
  mayEmpty: boolean
}) {
  const enrolled = people.filter(({ isEnrolled }) => isEnrolled)
  const stored = useMemo(
    () => Object.fromEntries(people.map(({ id, mark }) => [id, writeMark(mark, lesson)])),
    [people, lesson],
  )
  const marks = useMarks(marksAddress, lesson, stored, result)
  const [isScriptRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  const unmarked = enrolled.filter(({ id }) => !marks.savedOf(id)?.presence)
  const unfinished = enrolled.filter(({ id }) => marks.isUnfinished(id))
  const missing = enrolled.filter((person) => unmarked.includes(person) || unfinished.includes(person))
  // The buttons act on saved marks: pressed earlier, they would drop a mark that a row shows.
  const isEverythingSaved = marks.unsent.length === 0 && enrolled.every(({ id }) => marks.isSaved(id))
  if (people.length === 0)
    return (
      <>
        <div className="register-head">{heading}</div>
        <p className="quiet register-not-yet">Nessun utente iscritto</p>
      </>
    )
  return (
    <>
      <div className="register-head">
        {heading}
        {enrolled.length > 0 && (
          <MarkedCount markedCount={enrolled.length - missing.length} peopleCount={enrolled.length} />
        )}
      </div>
      {enrolled.length > 0 ? (
        <p className="register-keys quiet">
          <kbd>↑</kbd> <kbd>↓</kbd> persona · <kbd>1</kbd> presente · <kbd>2</kbd> in parte · <kbd>3</kbd>{' '}
          assente. Ogni segno si salva da sé.
        </p>
      ) : (
        <p className="quiet register-not-yet">Nessun utente iscritto</p>
      )}
      <ErrorSummary result={result?.rows} errors={sentErrors(enrolled, result, marks.errors)} />
      <Form id={ROWS_FORM} method="post" noValidate preventScrollReset>
        <ul className="register-rows" onKeyDown={onRegisterKey}>
          {enrolled.map((person) => (
            <RegisterRow
              key={person.id}
              person={person}
              lesson={lesson}
              requirement={requirement}
              text={marks.rowOf(person.id) ?? writeMark(null, lesson)}
              saved={marks.savedOf(person.id) ?? writeMark(null, lesson)}
              errors={marks.errors[person.id] ?? {}}
              isUnsent={marks.unsent.includes(person.id)}
              onChange={(text) => marks.change(person.id, text)}
              onEnd={(text) => marks.send(person.id, text)}
            />
          ))}
        </ul>
      </Form>
      <MarksTable
        caption="Segni di chi non è più iscritto"
        people={people.filter(({ isEnrolled }) => !isEnrolled)}
        lesson={lesson}
        requirement={requirement}
      />
      {mayEmpty && <EmptyRegister people={people} />}
      <Dock label="Registro">
        <div className="actions save-bar">
          <p className="register-summary" aria-live="polite">
            {enrolled.length > 0 && <b>{missingInWords(missing, unfinished)}</b>}
            <small>
              <SaveState marks={marks} />
            </small>
          </p>
          {enrolled.length > 0 && !isScriptRunning && (
            <Submit className="button" form={ROWS_FORM} name="intent" value="save" busy="Salvo...">
              Salva
            </Submit>
          )}
          {enrolled.length > 0 && (unmarked.length > 0 || !isScriptRunning) && (
            <Submit
              className="button"
              form={ROWS_FORM}
              name="intent"
              value="everybody"
              busy="Salvo..."
              disabled={isScriptRunning && !isEverythingSaved}
            >
              {unmarked.length < enrolled.length ? 'Gli altri presenti' : 'Tutti presenti'}
            </Submit>
          )}
          <Submit
            className="button button-main"
            form={ROWS_FORM}
            name="intent"
            value="close"
            busy="Chiudo..."
            disabled={isScriptRunning && (missing.length > 0 || !isEverythingSaved)}
          >
            Chiudi il registro
          </Submit>
        </div>
      </Dock>
    </>
  )
}

/**
 * The errors of a form that was sent without a script, by field, each with the name of the person. `current`: the
 * errors of the rows now; a row that was corrected since has none.
 */
function sentErrors(
  people: RegisterPerson[],
  result: RegisterResult | undefined,
  current: RegisterResult['errors'],
): FieldErrors {
  const errors = people.flatMap(({ id, firstName, lastName }) =>
    Object.entries((result?.errors[id] && current[id]) ?? {}).map(([field, sentence]) => [
      markField(field as keyof MarkErrors, id),
      `${lastName} ${firstName}: ${sentence}`,
    ]),
  )
  return Object.fromEntries(errors)
}

/**
 * Who is not marked, in words. `missing`: everybody without a saved mark, or with an unfinished row; of the
 * `unfinished` rows it names the first, which keeps the buttons from being pressed.
 */
function missingInWords(missing: RegisterPerson[], unfinished: RegisterPerson[]): string {
  const [first] = missing
  const [toFinish] = unfinished
  if (toFinish) return `Da completare: ${toFinish.firstName} ${toFinish.lastName}`
  if (!first) return 'Tutti segnati'
  if (missing.length > 1) return `${missing.length} persone da segnare`
  return `Manca ${first.firstName} ${first.lastName}`
}

function SaveState({ marks: { unsent, message } }: { marks: ReturnType<typeof useMarks> }) {
  if (message.problem)
    return (
      <b className="register-problem">
        {message.problem} {message.signIn && <Link to={message.signIn}>Accedi</Link>}
      </b>
    )
  if (unsent.length > 0)
    return (
      <b className="register-problem">
        {formatCount(unsent.length, 'segno da inviare', 'segni da inviare')}: manca la rete. Lascia aperta la
        pagina.
      </b>
    )
  const saved = message.savedAt ? `Salvato alle ${formatDate(message.savedAt, 'HH:mm')}. ` : ''
  return (
    <>{[...(message.notes ?? []), `${saved}Chiuso il registro, si riapre solo con un motivo.`].join(' ')}</>
  )
}

function RegisterRow({
  person,
  lesson,
  requirement,
  text,
  saved,
  errors,
  isUnsent,
  onChange,
  onEnd,
}: {
  person: RegisterPerson
  lesson: RegisterLesson
  requirement: AttendanceRequirement
  /** What the row shows: saved, typed, being sent, or from a draft. */
  text: MarkText
  /** What is saved of the row. */
  saved: MarkText
  errors: MarkErrors
  isUnsent: boolean
  onChange: (text: MarkText) => void
  /** A presence is chosen, or a field is left. `text`: the row, if it changes in that moment. */
  onEnd: (text?: MarkText) => void
}) {
  const { id, firstName, lastName } = person
  const name = `${lastName} ${firstName}`
  // What was saved in minutes is changed in minutes, until a time is filled in.
  const inMinutes = !hasTimes(lesson) || (isInMinutes(saved, lesson) && !text.arrived && !text.left)
  const { words, isLost } = hoursInWords(person, lesson, requirement, text, inMinutes)
  const fields = (
    <PartFields
      id={id}
      name={name}
      inMinutes={inMinutes}
      text={text}
      errors={errors}
      onType={(field, value) => onChange({ ...text, [field]: value })}
      onEnd={() => onEnd()}
    />
  )
  return (
    <li className={saved.presence ? undefined : 'register-unmarked'}>
      <p className="register-person">
        <b>{name}</b>
        <small className={isLost ? 'num register-lost' : 'num'}>{isUnsent ? 'da inviare' : words}</small>
      </p>
      <div className="presence" role="radiogroup" aria-label={name}>
        {PRESENCE_CHOICES.map(([presence, label]) => (
          <label key={presence} className={`presence-${presence}`}>
            <input
              type="radio"
              name={markField('presence', id)}
              value={presence}
              checked={text.presence === presence}
              onChange={() => {
                const marked = { ...(presence === 'partial' ? withTimes(text, lesson) : text), presence }
                onChange(marked)
                onEnd(marked)
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {text.presence === 'partial' ? (
        <div className="register-part">
          {fields}
          <PartInHours text={text} lesson={lesson} />
        </div>
      ) : (
        <noscript>
          <div className="register-part">{fields}</div>
        </noscript>
      )}
      <input type="hidden" name={shownRowField(id)} value={writeShownRow(saved)} />
    </li>
  )
}

const PART_LABELS = { arrived: 'Entra', left: 'Esce', minutes: 'Minuti' } as const
type PartField = keyof typeof PART_LABELS

/**
 * The fields for entry and exit of somebody who was there for a part; with `inMinutes` one for minutes. `id`: of the
 * enrolment; `name`: of the person; `onEnd`: a field is left.
 */
function PartFields({
  id,
  name,
  inMinutes,
  text,
  errors,
  onType,
  onEnd,
}: {
  id: string
  name: string
  inMinutes: boolean
  text: MarkText
  errors: MarkErrors
  onType: (field: PartField, value: string) => void
  onEnd: () => void
}) {
  const fields: PartField[] = inMinutes ? ['minutes'] : ['arrived', 'left']
  return fields.map((field) => (
    <Field
      key={field}
      label={PART_LABELS[field]}
      aria-label={`${PART_LABELS[field]}: ${name}`}
      name={markField(field, id)}
      className="input num"
      inputMode={field === 'minutes' ? 'numeric' : undefined}
      placeholder={field === 'minutes' ? '' : '9:30'}
      value={text[field]}
      error={errors[field]}
      onChange={(event) => onType(field, event.target.value)}
      onBlur={onEnd}
    />
  ))
}

/** How much of the lesson the typed times or minutes are, '4 ore su 8'; nothing while they cannot be read. */
function PartInHours({ text, lesson }: { text: MarkText; lesson: RegisterLesson }) {
  const { mark } = readMark({ ...text, presence: 'partial' }, lesson)
  if (!mark) return null
  return (
    <b className="num">{attendedInWords({ attended: mark.minutes, soFar: lessonMinutes(lesson) ?? 0 })}</b>
  )
}

/**
 * The hours of a person with the mark that a row shows. `words`: '28 ore su 32', or what is missing in the row;
 * `isLost`: the person can no longer reach the threshold, and `words` say so. `inMinutes`: as in `PartFields`.
 */
function hoursInWords(
  person: RegisterPerson,
  lesson: RegisterLesson,
  requirement: AttendanceRequirement,
  text: MarkText,
  inMinutes: boolean,
) {
  const { mark } = readMark(text, lesson)
  const whatToWrite = inMinutes ? 'scrivi i minuti' : 'scrivi quando entra o esce'
  if (!mark) return { words: text.presence === 'partial' ? whatToWrite : 'da segnare', isLost: false }
  // The hours of the person contain the mark with which the page was loaded.
  const loadedMark = person.mark
  const attended = person.attended - (loadedMark?.minutes ?? 0) + mark.minutes
  const soFar = loadedMark ? person.soFar : person.soFar + (lessonMinutes(lesson) ?? 0)
  const isLost = thresholdStateOf({ attended, soFar }, requirement) === 'lost'
  return { words: isLost ? 'non arriva alla soglia' : attendedInWords({ attended, soFar }), isLost }
}

/**
 * Keys in a row: up and down go to the person before or after; 1, 2 and 3 choose a presence; Enter ends the typing in a
 * field, which saves the mark.
 */
function onRegisterKey(event: KeyboardEvent<HTMLUListElement>) {
  const { target, key } = event
  // A mark is saved when its field is left. Enter must not press a button of the form.
  if (key === 'Enter' && target instanceof HTMLInputElement) {
    event.preventDefault()
    target.blur()
    target.focus()
  }
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
  const row = target.closest('li')
  const step = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[key]
  if (step !== undefined) {
    event.preventDefault()
    const radios = [...(step?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])]
    const next = radios.find(({ checked }) => checked) ?? radios[0]
    next?.focus()
  }
  const choice = row?.querySelectorAll<HTMLInputElement>('input[type=radio]')[Number(key) - 1]
  if (!choice) return
  event.preventDefault()
  choice.focus()
  choice.click()
}

/** Lets the office remove all marks: a lesson with marks cannot be moved or removed. Nothing without marks. */
export function EmptyRegister({ people }: { people: RegisterPerson[] }) {
  if (people.every(({ mark }) => !mark)) return null
  return (
    <details className="register-empty">
      <summary className="link">Svuota il registro…</summary>
      <Form method="post" className="form to-confirm">
        <p>
          Togliere tutti i segni di questa lezione? Serve per cambiarne il giorno o le ore, o per toglierla.
        </p>
        <div className="actions">
          <Submit className="button" name="intent" value="empty" busy="Svuoto...">
            Svuota il registro
          </Submit>
        </div>
      </Form>
    </details>
  )
}
