import { type ReactNode, useEffect } from 'react'
import { useFold } from '../fold'
import { ErrorSummary, hasErrors } from './error-summary'
import { TextArea } from './field'
import { FileField } from './file-field'
import { Form } from './form'
import { useKeptText } from './kept-text'
import './file-or-rows.css'

/**
 * A form that takes a table, as a `file` or as pasted rows in the field `text`. `again`: if set, the form is folded
 * under these words until it has errors; `result`: what the action returned; `children`: further fields, before the
 * button.
 */
export function FileOrRowsForm({
  file,
  rows,
  errors,
  result,
  again,
  button,
  children,
}: {
  file: { label: string; accept: string; hint: string }
  rows: { label: string; text: string; hint: string }
  errors: Record<string, string>
  result: unknown
  again: string | undefined
  button: ReactNode
  children?: ReactNode
}) {
  const fold = useFold(hasErrors({ errors }), result)
  const { props: keptText, forget } = useKeptText(result)
  // Rows that could be read are on the page: the tab keeps no copy.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (result && !hasErrors({ errors })) forget()
  }, [result])
  const form = (
    <Form
      method="post"
      encType="multipart/form-data"
      className="form table-form"
      preventScrollReset
      {...keptText}
    >
      <ErrorSummary result={result} errors={errors} />
      <FileField
        label={file.label}
        name="file"
        accept={file.accept}
        multiple={false}
        error={errors.file}
        hint={file.hint}
      />
      <TextArea
        label={rows.label}
        name="text"
        rows={6}
        defaultValue={rows.text}
        error={errors.text}
        hint={rows.hint}
      />
      {children}
      <div className="actions">{button}</div>
    </Form>
  )
  if (!again) return form
  return (
    <details {...fold} className="table-form-again">
      <summary className="button">{again}</summary>
      {form}
    </details>
  )
}
