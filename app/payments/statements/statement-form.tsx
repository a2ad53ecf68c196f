import { ErrorSummary } from '../../ui/forms/error-summary'
import { TextArea } from '../../ui/forms/field'
import { FileField } from '../../ui/forms/file-field'
import { Form, Submit } from '../../ui/forms/form'

/** Takes a statement, as a file or pasted. `isFolded`: under one that was read already. */
export function StatementForm({
  text,
  errors,
  result,
  isFolded,
}: {
  text: string
  errors: Record<string, string>
  /** What the action returned. */
  result: unknown
  isFolded: boolean
}) {
  const form = (
    <Form method="post" encType="multipart/form-data" className="form statement-form" preventScrollReset>
      {!isFolded && <ErrorSummary result={result} errors={errors} />}
      <FileField
        label="File della banca"
        name="file"
        accept=".csv,.tsv,.txt,.xml"
        multiple={false}
        optional
        error={errors.file}
        hint="I movimenti come CSV, oppure CAMT.053 (XML), fino a 2 MB."
      />
      <TextArea
        label="Oppure incolla qui le righe copiate da Excel"
        name="text"
        rows={6}
        defaultValue={text}
        optional
        hint="Con la riga dei titoli: data, descrizione e importo, oppure entrate e uscite."
      />
      <div className="actions">
        <Submit className={isFolded ? 'button' : 'button button-main'} busy="Leggo...">
          Leggi l’estratto
        </Submit>
      </div>
    </Form>
  )
  if (!isFolded) return form
  return (
    <details className="statement-again">
      <summary className="button">Leggi un altro estratto</summary>
      {form}
    </details>
  )
}
