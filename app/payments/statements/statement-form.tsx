import { FileOrRowsForm } from '../../ui/forms/file-or-rows'
import { Submit } from '../../ui/forms/form'

/**
 * The form that sends a statement, as a file or as pasted rows. `result`: what the action returned; `isFolded`: whether
 * the form is closed at first, because a statement is shown above it.
 */
export function StatementForm({
  text,
  errors,
  result,
  isFolded,
}: {
  text: string
  errors: Record<string, string>
  result: unknown
  isFolded: boolean
}) {
  return (
    <FileOrRowsForm
      file={{
        label: 'File della banca',
        accept: '.csv,.tsv,.txt,.xml',
        hint: 'I movimenti come CSV, oppure CAMT.053 (XML), fino a 2 MB.',
      }}
      rows={{
        label: 'Oppure incolla qui le righe copiate da Excel',
        text,
        hint: 'Con la riga dei titoli: data, descrizione e importo, oppure entrate e uscite.',
      }}
      errors={errors}
      result={result}
      again={isFolded ? 'Leggi un altro estratto' : undefined}
      button={
        <Submit className={isFolded ? 'button' : 'button button-main'} busy="Leggo...">
          Leggi l’estratto
        </Submit>
      }
    />
  )
}
