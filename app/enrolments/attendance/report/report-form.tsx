import { Labelled } from '../../../ui/forms/field'
import { FileOrRowsForm } from '../../../ui/forms/file-or-rows'
import { Submit } from '../../../ui/forms/form'
import { REPORT_ZONES, type ReportZone } from './reader.rules'

/**
 * The form for a report, as a file or as pasted rows. `isFolded`: it is closed, below a report that was read already.
 */
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
  return (
    <FileOrRowsForm
      file={{
        label: 'File del report',
        accept: '.csv,.tsv,.txt',
        hint: 'Il CSV delle presenze che scarichi da Zoom, Teams o Meet.',
      }}
      rows={{
        label: 'Oppure incolla le righe',
        text,
        hint: 'Con la riga dei titoli: nome o email, entrata e uscita, oppure i minuti.',
      }}
      errors={errors}
      result={result}
      again={isFolded ? 'Cambia il report o il fuso orario' : undefined}
      button={
        <Submit
          className={isFolded ? 'button' : 'button button-main'}
          name="intent"
          value="read"
          busy="Leggo..."
        >
          Leggi il report
        </Submit>
      }
    >
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
    </FileOrRowsForm>
  )
}
