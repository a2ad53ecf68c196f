import { href, Link } from 'react-router'
import { formatDate } from '../../italian/dates'
import { formatKilobytes } from '../../italian/file-sizes'
import { Icon } from '../../ui/icon'
import { fileTypeLabel, VISIBILITY_LABELS } from '../rules'
import type { documentsOf } from './queries.server'
import './documents.css'

type Document = Awaited<ReturnType<typeof documentsOf>>[number]

/** `query` keeps the state of the page below a dialog. */
export function DocumentTable({ documents, query }: { documents: Document[]; query: string }) {
  if (documents.length === 0) return <p className="empty">Nessun documento trovato per questo corso.</p>
  return (
    <table className="table dense stack documents">
      <thead>
        <tr>
          <th scope="col">Nome File</th>
          <th scope="col">Descrizione</th>
          <th scope="col">Tipo</th>
          <th scope="col" className="figure">
            Dimensione (KB)
          </th>
          <th scope="col">Data Creazione</th>
          <th scope="col" className="figure">
            Azioni
          </th>
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <Row key={document.id} document={document} query={query} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ document, query }: { document: Document; query: string }) {
  const { id, fileName, description, fileType, fileSize, createdAt, visibility } = document
  const details = `${href('/admin/documents/:document', { document: id })}${query}`
  return (
    <tr>
      <td className="document-name">
        <Link
          className="course-name"
          to={details}
          preventScrollReset
          aria-label={`Dettagli Documento: ${fileName}`}
        >
          {fileName}
        </Link>
        <span className={visibility === 'pubblico' ? 'tag tag-public' : 'tag'}>
          {VISIBILITY_LABELS[visibility].name}
        </span>
      </td>
      <td data-label="Descrizione">{description ?? <span className="quiet">–</span>}</td>
      <td data-label="Tipo">{fileTypeLabel(fileType)}</td>
      <td data-label="Dimensione (KB)" className="figure num">
        {formatKilobytes(fileSize)}
      </td>
      <td data-label="Data Creazione" className="num">
        {formatDate(createdAt, 'dd/MM/yyyy')}
      </td>
      <td>
        <div className="row-actions">
          <a
            className="button button-quiet button-icon"
            href={href('/documenti/:document', { document: id })}
            aria-label={`Scarica: ${fileName}`}
            title="Scarica"
          >
            <Icon name="down" />
          </a>
          <Link
            className="button button-quiet button-icon"
            to={`${href('/admin/documents/:document', { document: id })}?${new URLSearchParams([...new URLSearchParams(query), ['modifica', '1']])}`}
            preventScrollReset
            aria-label={`Modifica: ${fileName}`}
            title="Modifica"
          >
            <Icon name="edit" />
          </Link>
          <Link
            className="button button-quiet button-icon"
            to={`${href('/admin/documents/:document/elimina', { document: id })}${query}`}
            preventScrollReset
            aria-label={`Elimina: ${fileName}`}
            title="Elimina"
          >
            <Icon name="bin" />
          </Link>
        </div>
      </td>
    </tr>
  )
}
