import { ErrorSummary } from '../../../ui/forms/error-summary'
import { Labelled, TextArea } from '../../../ui/forms/field'
import { FileField } from '../../../ui/forms/file-field'
import { Form, Submit } from '../../../ui/forms/form'
import { REPORT_ZONES, type ReportZone } from './reader.rules'

/** Takes a report, as a file or pasted. `isFolded`: under the report that was read already. */
export function ReportForm({
  text,
  zone,
  errors,
  result,
  isFolded,
}: {
  text: string
  zone: ReportZone | null
  errors: Record<string, string>
  /** What the action returned. */
  result: unknown
  isFolded: boolean
}) {
  const form = (
    <Form method="post" encType="multipart/form-data" className="form report-form" preventScrollReset>
      {!isFolded && <ErrorSummary result={result} errors={errors} />}
      <FileField
        label="File del report"
        name="file"
        accept=".csv,.tsv,.txt"
        multiple={false}
        optional
        error={errors.file}
        hint="Il CSV delle presenze che scarichi da Zoom, Teams o Meet."
      />
      <TextArea
        label="Oppure incolla le righe"
        name="text"
        rows={6}
        defaultValue={text}
        optional
        hint="Con la riga dei titoli: nome o email, entrata e uscita, oppure i minuti."
      />
      <Labelled
        label="Fuso orario del report"
        name="zone"
        hint="Zoom può scrivere le ore di un altro fuso: lo dicono le impostazioni del suo account."
      >
        {(described) => (
          <select className="input" name="zone" defaultValue={zone ?? ''} {...described}>
            <option value="">Quello scritto nel report, altrimenti Italia</option>
            {Object.entries(REPORT_ZONES).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <div className="actions">
        <Submit
          className={isFolded ? 'button' : 'button button-main'}
          name="intent"
          value="read"
          busy="Leggo..."
        >
          Leggi il report
        </Submit>
      </div>
    </Form>
  )
  if (!isFolded) return form
  return (
    <details className="report-again">
      <summary className="button">Cambia il report o il fuso orario</summary>
      {form}
    </details>
  )
}
