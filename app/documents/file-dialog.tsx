import type { ComponentProps, ReactNode } from 'react'
import { formatMegabytes } from '../italian/file-sizes'
import { Form, Submit } from '../ui/forms/form'
import { Dialog } from '../ui/overlays/dialog'
import { PageHead } from '../ui/page-head'
import { FileForm, type FileFormProblem, useFileProblem } from './file-form'
import { SHOWN_FILE_FIELD } from './rules'
import './course/documents.css'

/**
 * The dialog about a file that can be replaced and removed. `name`: of the course, the person or the office, which
 * `detail` tells from others; `current`: the present file, undefined without one; `path`: its path, which the forms
 * name, so that they do not change another one; `removal`: what its removal means, and the words of its button;
 * `fields`: further fields of the form.
 */
export function FileDialog({
  title,
  pageTitle = title,
  name,
  detail,
  closeTo,
  action,
  current,
  path,
  removal,
  result,
  fields,
  ...file
}: {
  title: string
  pageTitle?: string
  name: string
  detail?: string
  closeTo: string
  action: string
  current: ReactNode | undefined
  path: string | null
  removal: { meaning: string; button: string }
  result: FileFormProblem | undefined
  fields?: (problem: FileFormProblem | undefined) => ReactNode
} & Pick<ComponentProps<typeof FileForm>, 'label' | 'accept' | 'hint' | 'submitLabel' | 'storedText'>) {
  const [problem, setProblem] = useFileProblem(result)
  const shownFile = <input type="hidden" name={SHOWN_FILE_FIELD} value={path ?? ''} />
  return (
    <Dialog title={title} closeTo={closeTo} toasts={problem ? [problem.toast] : []}>
      <PageHead title={`${pageTitle}: ${name}`} noindex error={problem !== undefined} />
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
        {current && (
          <div className="current-file">
            {current}
            <details>
              <summary>Rimuovi</summary>
              <Form method="post" action={action} className="form" preventScrollReset>
                {shownFile}
                <p>{removal.meaning}</p>
                <div className="actions">
                  <Submit name="intent" value="remove" busy="Rimozione...">
                    {removal.button}
                  </Submit>
                </div>
              </Form>
            </details>
          </div>
        )}
        <FileForm
          {...file}
          action={action}
          formatSize={formatMegabytes}
          problem={problem}
          onProblem={setProblem}
        >
          {shownFile}
          {fields?.(problem)}
        </FileForm>
      </div>
    </Dialog>
  )
}
