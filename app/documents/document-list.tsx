import type { ReadableDocument } from './queries.server'
import { fileSize, labelOf } from './rules'

/** The documents of a course that the person who looks may read. */
export function DocumentList({ documents }: { documents: ReadableDocument[] }) {
  return (
    <ul className="list">
      {documents.map(({ id, fileName, description, fileType, fileSize: size, visibility }) => (
        <li key={id}>
          <a href={`/documenti/${id}`}>{fileName}</a>
          <br />
          <span className="small-print">
            {labelOf(fileType)}, {fileSize(size)}
            {visibility !== 'pubblico' && `, per ${visibility === 'iscritti' ? 'gli iscritti' : 'l’ufficio'}`}
            {description && `. ${description}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
