import type { ComponentProps } from 'react'
import { IconDrawing } from '../icon'
import { Labelled, type LabelledProps } from './field'
import './upload.css'

/**
 * A field for files, or with `multiple={false}` for one file. Files can be dropped on it or chosen; without a script it
 * is the plain field of the browser.
 */
export function FileField({
  label,
  error,
  optional,
  hint,
  ...input
}: LabelledProps & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <Labelled label={label} name={input.name} error={error} optional={optional} hint={hint}>
      {(control) => (
        <div className="file-strip">
          <input className="input" type="file" multiple {...control} {...input} />
          <p className="needs-script" aria-hidden="true">
            <IconDrawing path="M10 13V3M6 7l4-4 4 4M4 17h12" />{' '}
            <span className="file-strip-drop">
              Trascina qui {input.multiple === false ? 'il file' : 'uno o più file'}
            </span>
            <span className="button button-small">Scegli dal computer</span>
          </p>
        </div>
      )}
    </Labelled>
  )
}
