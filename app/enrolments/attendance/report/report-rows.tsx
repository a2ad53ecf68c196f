import { useState } from 'react'
import { formatCount } from '../../../italian/numbers'
import { ErrorSummary } from '../../../ui/forms/error-summary'
import { Form, Submit } from '../../../ui/forms/form'
import { Dock } from '../../../ui/overlays/dock'
import { TableHead } from '../../../ui/tables/table-head'
import { markInWords, type RegisterLesson } from '../rules'
import type { ReportZone } from './reader.rules'
import {
  attendeeField,
  countMarks,
  NOT_ENROLLED,
  type ResolvedReport,
  replaceField,
  reportChoicesFrom,
  shownMark,
} from './rules'

const FORM_ID = 'report-presenze'

/** The form that shows which marks a report would write, and lets the office choose before they are written. */
export function ReportRows({
  lesson,
  resolved,
  text,
  zone,
  errors,
  result,
}: {
  lesson: RegisterLesson
  resolved: ResolvedReport
  /** The report as it was sent, and its time zone; the form sends both again. */
  text: string
  zone: ReportZone | null
  errors: Record<string, string>
  result: unknown
}) {
  const { attendees, marked, missing } = resolved
  const [count, setCount] = useState(resolved.count)
  const undecided = attendees.filter(({ choice }) => choice === '').length
  return (
    <>
      <p className="report-summary">
        {formatCount(attendees.length, 'persona nel report', 'persone nel report')}
        {undecided > 0 && `, ${undecided} da riconoscere`}. {resolved.zone && `Ore: ${resolved.zone}.`}
      </p>
      <Form
        id={FORM_ID}
        method="post"
        className="report-rows"
        preventScrollReset
        onChange={(event) =>
          setCount(countMarks(resolved, reportChoicesFrom(new FormData(event.currentTarget))))
        }
      >
        <ErrorSummary result={result} errors={errors} />
        <input type="hidden" name="text" value={text} />
        <input type="hidden" name="zone" value={zone ?? ''} />
        <table className="table dense stack">
          <TableHead columns={['Nel report', 'Presenza', 'Chi è']} />
          <tbody>
            {attendees.map((attendee, place) => (
              <AttendeeRow
                key={attendeeField(place)}
                attendee={attendee}
                field={attendeeField(place)}
                people={resolved.people}
                lesson={lesson}
                error={errors[attendeeField(place)]}
              />
            ))}
          </tbody>
        </table>
        {marked.length > 0 && (
          <fieldset className="field">
            <legend>{formatCount(marked.length, 'persona è già segnata', 'persone sono già segnate')}</legend>
            <p className="hint">Resta il segno che c’è, se non spunti il nome.</p>
            {marked.map(({ id, name, before, after, isReplaced }) => (
              <label key={id} className="check">
                <input type="hidden" name="mostrato" value={shownMark(id, before)} />
                <input
                  type="checkbox"
                  name="sostituisci"
                  value={id}
                  id={replaceField(id)}
                  defaultChecked={isReplaced}
                />
                <span>
                  <b>{name}</b>: ora {markInWords(before, lesson)}, dal report {markInWords(after, lesson)}.
                  Sostituisci
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {missing.length > 0 && (
          <fieldset className="field">
            <legend>{formatCount(missing.length, 'iscritto non è', 'iscritti non sono')} nel report</legend>
            <p className="hint">Chi non spunti resta da segnare.</p>
            {missing.map(({ id, name, isAbsent }) => (
              <label key={id} className="check">
                <input type="checkbox" name="assente" value={id} defaultChecked={isAbsent} />
                <span>
                  <b>{name}</b>: segna Assente
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </Form>
      <Dock label="Report">
        <div className="actions save-bar">
          <p aria-live="polite">
            <b>{formatCount(count, 'presenza', 'presenze')}</b>
            <small>Si scrivono nel registro tutte insieme.</small>
          </p>
          <Submit
            id="registra"
            className="button button-main"
            form={FORM_ID}
            name="intent"
            value="register"
            busy="Registro..."
          >
            Registra {formatCount(count, 'presenza', 'presenze')}
          </Submit>
        </div>
      </Dock>
    </>
  )
}

const MATCH_IN_WORDS = { email: 'corrisponde l’email', name: 'corrisponde il nome' }

function AttendeeRow({
  attendee: { name, email, lines, mark, choice, by },
  field,
  people,
  lesson,
  error,
}: {
  attendee: ResolvedReport['attendees'][number]
  field: string
  people: ResolvedReport['people']
  lesson: RegisterLesson
  error: string | undefined
}) {
  const noteId = by ? `${field}-note` : undefined
  return (
    <tr>
      <td>
        <b>{name || email}</b>
        {name && email && <small>{email}</small>}
        <small className="num">
          {lines.length === 1 ? 'riga' : 'righe'} {lines.join(', ')}
        </small>
      </td>
      <td data-label="Presenza" className="num">
        {markInWords(mark, lesson)}
      </td>
      <td data-label="Chi è">
        <label className="visually-hidden" htmlFor={field}>
          Chi è {name || email}
        </label>
        <select
          className="input"
          id={field}
          name={field}
          defaultValue={choice}
          aria-invalid={error ? true : undefined}
          aria-describedby={[error && `${field}-error`, noteId].filter(Boolean).join(' ') || undefined}
        >
          <option value="">Scegli…</option>
          <option value={NOT_ENROLLED}>Non è un iscritto</option>
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {person.name}
            </option>
          ))}
        </select>
        {by && <small id={noteId}>{MATCH_IN_WORDS[by]}</small>}
        {error && (
          <p className="error" id={`${field}-error`}>
            {error}
          </p>
        )}
      </td>
    </tr>
  )
}
