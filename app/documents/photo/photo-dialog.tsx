import type { ReactNode } from 'react'
import { formatBytes } from '../../italian/file-sizes'
import { Field } from '../../ui/forms/field'
import { FileDialog } from '../file-dialog'
import type { FileFormProblem } from '../file-form'
import { ALT_LIMIT, MAX_FILE_BYTES } from '../rules'

/** The dialog about the photograph of a course, a person of the team or an office: file, description, removal. */
export function PhotoDialog({
  alt,
  path,
  leastSize,
  example,
  afterRemoval,
  children,
  ...dialog
}: {
  title: string
  /** Of the course, the person or the office; `detail` tells it from others with this name. */
  name: string
  detail?: string
  closeTo: string
  action: string
  /** The description of the photograph; null without a photograph. */
  alt: string | null
  /** Its path; null without a photograph. */
  path: string | null
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
  return (
    <FileDialog
      {...dialog}
      path={path}
      current={alt !== null && <div className="photo-small">{children}</div>}
      removal={{ meaning: `${afterRemoval} Non si può ripristinare.`, button: 'Rimuovi foto' }}
      label={alt === null ? 'File JPG, PNG o WebP' : 'Un’altra foto (facoltativa)'}
      accept="image/jpeg,image/png,image/webp"
      hint={`Almeno ${leastSize}, al massimo ${formatBytes(MAX_FILE_BYTES)}.`}
      storedText={{ alt: alt ?? '' }}
      submitLabel={alt === null ? 'Carica foto' : 'Salva'}
      fields={(problem) => (
        <Field
          key={path} // another photograph needs another description
          label="Che cosa mostra"
          name="alt"
          maxLength={ALT_LIMIT}
          defaultValue={problem?.alt ?? alt ?? ''}
          error={problem?.errors.alt}
          hint={`Una frase, per chi non vede la foto: «${example}».`}
        />
      )}
    />
  )
}
