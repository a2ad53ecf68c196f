import type { ReactNode } from 'react'
import { formatBytes, formatMegabytes } from '../../italian/file-sizes'
import { Field } from '../../ui/forms/field'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { FileForm, type FileFormProblem, useFileProblem } from '../file-form'
import { ALT_LIMIT, MAX_FILE_BYTES } from '../rules'
import '../course/documents.css'

/** The dialog about the photograph of a course, a person of the team or an office: file, description, removal. */
export function PhotoDialog({
  title,
  name,
  detail,
  closeTo,
  action,
  alt,
  leastSize,
  example,
  afterRemoval,
  result,
  children,
}: {
  title: string
  /** Of the course, the person or the office; `detail` tells it from others with this name. */
  name: string
  detail?: string
  closeTo: string
  action: string
  /** The description of the photograph; null without a photograph. */
  alt: string | null
  /** The smallest size, in words. */
  leastSize: string
  /** An example of a description. */
  example: string
  /** Says what the site shows after the removal, and that the files are deleted. */
  afterRemoval: string
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
          {detail && (
            <>
              <br />
              <span className="quiet">{detail}</span>
            </>
          )}
        </p>
        {alt !== null && (
          <div className="current-file">
            <div className="photo-small">{children}</div>
            <details>
              <summary>Rimuovi</summary>
              <Form method="post" action={action} className="form" preventScrollReset>
                <p>{afterRemoval} Non si può ripristinare.</p>
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
          hint={`Almeno ${leastSize}, al massimo ${formatBytes(MAX_FILE_BYTES)}.`}
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
