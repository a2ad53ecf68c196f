import { href } from 'react-router'
import type { ReadableDocument } from './queries.server'
import '../../ui/tables/list.css'

/** Documents that the reader may open, each with its `facts` and description. */
export function DocumentList({ documents }: { documents: Omit<ReadableDocument, 'courseId'>[] }) {
  return (
    <ul className="list">
      {documents.map(({ id, fileName, description, facts }) => (
        <li key={id}>
          <a href={href('/documenti/:document', { document: id })}>{fileName}</a>
          <br />
          <span className="small-print">
            {facts}
            {description && `. ${description}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
