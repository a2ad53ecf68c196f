import { Link, useLocation } from 'react-router'
import { pageBelow } from '../courses/table/rules'
import type { CarriedKind } from '../documents/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import type { Holiday } from '../site/opening.server'
import { ErrorSummary } from '../ui/forms/error-summary'
import { CheckField, Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { PageHead } from '../ui/page-head'
import '../editions/series.css'

const TITLE = 'Nuova edizione'
const DAY = 'EEEE d MMMM yyyy'

/**
 * Asks for the first day of a new edition, before its form. The other parameters of the address are kept. `title`,
 * `startDate`: of the original; `typed`: the day in the address, `wrong`: why it cannot be read.
 */
export function FirstDate({
  title,
  startDate,
  typed,
  wrong,
}: {
  title: string
  startDate: string | null
  typed: string | null
  wrong: string | undefined
}) {
  const { search } = useLocation()
  const parameters = [...new URLSearchParams(search)].filter(([name]) => name !== 'prima')
  return (
    <section className="admin-row" aria-labelledby="nuova-edizione">
      <PageHead title={`${TITLE}: ${title}`} noindex error={Boolean(wrong)} />
      <div className="admin-head">
        <h2 id="nuova-edizione">{TITLE}</h2>
      </div>
      <p>
        <b>{title}</b>, {withArticle('dal', formatDate(startDate, DAY))}
      </p>
      <Form className="form first-date">
        <ErrorSummary result={wrong} errors={wrong ? { prima: wrong } : {}} />
        {parameters.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          type="date"
          label="Prima data della nuova edizione"
          name="prima"
          optional
          error={wrong}
          defaultValue={wrong ? '' : (typed ?? '')}
          // It is the only question of the page. With an error, the summary takes the focus instead.
          autoFocus={!wrong}
          hint="Tutte le sessioni si spostano dello stesso numero di giorni. Senza data il calendario resta da scrivere."
        />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Preparo il modulo...">
            Continua
          </Submit>
          <Link className="link" to={pageBelow(search)}>
            Chiudi
          </Link>
        </div>
      </Form>
    </section>
  )
}

/**
 * Says from which course the fields were copied. `dated`: whether its sessions were copied too, with new days;
 * `holidays`: on which some of them fall; those are not moved.
 */
export function FromOriginal({
  title,
  dated,
  holidays,
}: {
  title: string
  dated: boolean
  holidays: Holiday[]
}) {
  return (
    <div className="notice">
      <p>
        Nuova edizione di «{title}», {dated ? 'con le sessioni spostate' : 'senza date'}.{' '}
        <b>Non è ancora stato salvato nulla.</b>
      </p>
      {holidays.length > 0 && (
        <p>
          {holidays.length === 1 ? 'Una data cade' : `${holidays.length} date cadono`} in un giorno festivo:{' '}
          <b>{holidays.map(({ day, holiday }) => `${formatDate(day, DAY)} (${holiday})`).join(', ')}</b>.
          Controlla il calendario.
        </p>
      )}
    </div>
  )
}

/**
 * Lets the office choose which files of the original are copied when the new edition is saved. `documents`: how many
 * it has; `brochure`: whether it has one.
 */
export function CarriedFiles({
  documents,
  brochure,
  chosen,
}: {
  documents: number
  brochure: boolean
  chosen: CarriedKind[]
}) {
  if (documents === 0 && !brochure) return null
  return (
    <fieldset className="fields">
      <legend>Porta con sé</legend>
      <div className="form">
        {documents > 0 && (
          <CheckField name="documents" value="1" defaultChecked={chosen.includes('documents')}>
            {formatCount(documents, 'documento', 'documenti')} dell’edizione di partenza
          </CheckField>
        )}
        {brochure && (
          <CheckField name="brochure" value="1" defaultChecked={chosen.includes('brochure')}>
            La brochure, se non porta le date di prima
          </CheckField>
        )}
      </div>
    </fieldset>
  )
}
