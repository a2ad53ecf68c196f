import { formatMegabytes } from '../../italian/file-sizes'
import { Form, Submit } from '../../ui/forms/form'
import { Icon } from '../../ui/icon'
import { RESTORABLE_MINUTES } from '../rules'
import '../course/documents.css'

/**
 * The brochure that a course has, with a form that removes it. `size`: in bytes, null if the file is missing or cannot
 * be read; `action`: the address of the form.
 */
export function CurrentBrochure({
  href,
  size,
  action,
}: {
  href: string
  size: number | null
  action: string
}) {
  return (
    <div className="current-file">
      <p>
        <b>PDF attualmente caricato</b>
        {size === null ? (
          <span className="error">Il file non si trova: caricalo di nuovo.</span>
        ) : (
          <a className="link" href={href}>
            <Icon name="down" /> Scarica <span className="num">({formatMegabytes(size)})</span>
          </a>
        )}
      </p>
      <details>
        <summary>Rimuovi</summary>
        <Form method="post" action={action} className="form" preventScrollReset>
          <p>
            Il pulsante «Scarica la brochure» sparisce dalla pagina del corso. Puoi ripristinare il PDF per{' '}
            {RESTORABLE_MINUTES} minuti; poi il file non c’è più.
          </p>
          <div className="actions">
            <Submit name="intent" value="remove" busy="Rimozione...">
              Rimuovi PDF
            </Submit>
          </div>
        </Form>
      </details>
    </div>
  )
}
