import type { ReactNode } from 'react'
import { FileForm, type FileFormProblem, useFileProblem } from '../documents/file-form'
import { ALT_LIMIT, MAX_FILE_BYTES } from '../documents/rules'
import { formatBytes, formatMegabytes } from '../italian/file-sizes'
import { Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
import '../documents/course/documents.css'

/**
 * The dialog about the photograph of a person or an office: file, description, removal. `least`: smallest size in
 * words.
 */
export function PhotoDialog({
  title,
  name,
  closeTo,
  action,
  alt,
  least,
  example,
  afterwards,
  result,
  children,
}: {
  title: string
  name: string
  closeTo: string
  action: string
  /** The description of the photograph; null without a photograph. */
  alt: string | null
  least: string
  /** An example of a description. */
  example: string
  /** A sentence that says what the site shows after the removal. */
  afterwards: string
  result: FileFormProblem | undefined
  /** The present photograph. */
  children: ReactNode
}) {
  const [problem, setProblem] = useFileProblem(result)
  return (
    <Dialog title={title} closeTo={closeTo} toasts={problem ? [problem.toast] : []}>
      <PageHead title={`${title}: ${name}`} noindex error={problem !== undefined} />
      <div className="form">
        <p>
          <b>{name}</b>
        </p>
        {alt !== null && (
          <div className="current-file">
            <div className="photo-small">{children}</div>
            <details>
              <summary>Rimuovi</summary>
              <Form method="post" action={action} className="form" preventScrollReset>
                <p>{afterwards} I file vengono eliminati. Non si può ripristinare.</p>
                <div className="actions">
                  <Submit name="intent" value="remove" busy="Rimozione...">
                    Rimuovi foto
                  </Submit>
                </div>
              </Form>
            </details>
          </div>
        )}
        <FileForm
          action={action}
          label={alt === null ? 'File JPG, PNG o WebP' : 'Un’altra foto (facoltativa)'}
          accept="image/jpeg,image/png,image/webp"
          hint={`Almeno ${least}, al massimo ${formatBytes(MAX_FILE_BYTES)}.`}
          formatSize={formatMegabytes}
          submitLabel={alt === null ? 'Carica foto' : 'Salva'}
          problem={problem}
          onProblem={setProblem}
        >
          <Field
            label="Che cosa mostra"
            name="alt"
            maxLength={ALT_LIMIT}
            defaultValue={problem?.alt ?? alt ?? ''}
            error={problem?.errors.alt}
            hint={`Una frase, per chi non vede la foto: «${example}».`}
          />
        </FileForm>
      </div>
    </Dialog>
  )
}
