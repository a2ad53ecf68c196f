import { Link, useLocation } from 'react-router'
import { HolidaysNote } from '../courses/holidays-note'
import { courseTablePage } from '../courses/table/rules'
import type { CarriedKind } from '../documents/rules'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { ErrorSummary } from '../ui/forms/error-summary'
import { CheckField, Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { PageHead } from '../ui/page-head'
import '../editions/series.css'

const TITLE = 'Nuova edizione'

/**
 * Asks for the first day of a new edition, before its form, to which the other parameters of the address are passed on.
 * `title`, `startDate`: of the original; `typedDay`: the day in the address; `problem`: why it cannot be read.
 */
export function FirstDate({
  title,
  startDate,
  typedDay,
  problem,
}: {
  title: string
  startDate: string | null
  typedDay: string | null
  problem: string | undefined
}) {
  const { search } = useLocation()
  const parameters = [...new URLSearchParams(search)].filter(([name]) => name !== 'prima')
  return (
    <section className="admin-section" aria-labelledby="nuova-edizione">
      <PageHead title={`${TITLE}: ${title}`} noindex error={Boolean(problem)} />
      <div className="admin-head">
        <h2 id="nuova-edizione">{TITLE}</h2>
      </div>
      <p>
        <b>{title}</b>, da {formatDate(startDate, 'EEEE d MMMM yyyy')}
      </p>
      <Form className="form first-date">
        <ErrorSummary result={problem} errors={problem ? { prima: problem } : {}} />
        {parameters.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          type="date"
          label="Prima data della nuova edizione"
          name="prima"
          optional
          error={problem}
          defaultValue={problem ? '' : (typedDay ?? '')}
          // It is the only question of the page. With an error, the summary takes the focus instead.
          autoFocus={!problem}
          hint="Tutte le sessioni si spostano dello stesso numero di giorni. Senza data il calendario resta da scrivere."
        />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Preparo il modulo...">
            Continua
          </Submit>
          <Link className="link" to={courseTablePage(search)}>
            Chiudi
          </Link>
        </div>
      </Form>
    </section>
  )
}

/**
 * Says from which course the fields were copied. `hasSessions`: whether its sessions were copied too, with new days;
 * `holidays`: as in `HolidaysNote`.
 */
export function FromOriginal({
  title,
  hasSessions,
  holidays,
}: {
  title: string
  hasSessions: boolean
  holidays: string[]
}) {
  return (
    <div className="notice">
      <p>
        Nuova edizione di «{title}», {hasSessions ? 'con le sessioni spostate' : 'senza date'}.{' '}
        <b>Non è ancora stato salvato nulla.</b>
      </p>
      <HolidaysNote holidays={holidays} />
    </div>
  )
}

/**
 * Lets the office choose which files of the original are copied when the new edition is saved. `documentCount`,
 * `hasBrochure`: of the original; `carried`: the kinds of files that are ticked at first.
 */
export function CarriedFiles({
  documentCount,
  hasBrochure,
  carried,
}: {
  documentCount: number
  hasBrochure: boolean
  carried: CarriedKind[]
}) {
  if (documentCount === 0 && !hasBrochure) return null
  return (
    <fieldset className="fields">
      <legend>Porta con sé</legend>
      <div className="form">
        {documentCount > 0 && (
          <CheckField name="documents" value="1" defaultChecked={carried.includes('documents')}>
            {formatCount(documentCount, 'documento', 'documenti')} dell’edizione di partenza
          </CheckField>
        )}
        {hasBrochure && (
          <CheckField name="brochure" value="1" defaultChecked={carried.includes('brochure')}>
            La brochure, se non porta le date di prima
          </CheckField>
        )}
      </div>
    </fieldset>
  )
}
