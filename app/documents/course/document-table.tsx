import { href, Link } from 'react-router'
import { formatDate } from '../../italian/dates'
import { formatKilobyteCount } from '../../italian/file-sizes'
import { More } from '../../ui/overlays/more'
import { queryWith } from '../../ui/query'
import { TableHead } from '../../ui/tables/table-head'
import { fileTypeLabel, VISIBILITY_LABELS } from '../rules'
import type { documentsOf } from './queries.server'
import './documents.css'

type Document = Awaited<ReturnType<typeof documentsOf>>[number]

/** The documents of a course. `query`: keeps the state of the page below a dialog. */
export function DocumentTable({ documents, query }: { documents: Document[]; query: string }) {
  if (documents.length === 0) return <p className="empty">Nessun documento trovato per questo corso.</p>
  return (
    <table className="table dense stack documents">
      <TableHead
        columns={[
          'Nome File',
          'Descrizione',
          'Tipo',
          'Dimensione (KB)',
          'Data Creazione',
          'Chi legge',
          'Azioni',
        ]}
      />
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
  const page = href('/admin/documents/:document', { document: id })
  const details = page + query
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
      </td>
      <td data-label="Descrizione">{description ?? <span className="quiet">–</span>}</td>
      <td data-label="Tipo">{fileTypeLabel(fileType)}</td>
      <td data-label="Dimensione (KB)" className="figure num document-size">
        {formatKilobyteCount(fileSize)}
      </td>
      <td data-label="Data Creazione" className="num">
        {formatDate(createdAt, 'dd/MM/yyyy')}
      </td>
      <td data-label="Chi legge">{VISIBILITY_LABELS[visibility].name}</td>
      <td>
        <div className="row-actions">
          <a
            className="button button-small"
            href={href('/documenti/:document', { document: id })}
            aria-label={`Scarica: ${fileName}`}
          >
            Scarica
          </a>
          <More of={fileName}>
            <Link to={details} preventScrollReset>
              Dettagli
            </Link>
            <Link to={`${page}${queryWith(query, { modifica: '1' })}`} preventScrollReset>
              Modifica
            </Link>
            <hr />
            <Link
              className="more-grave"
              to={`${href('/admin/documents/:document/elimina', { document: id })}${query}`}
              preventScrollReset
            >
              Elimina…
            </Link>
          </More>
        </div>
      </td>
    </tr>
  )
}
