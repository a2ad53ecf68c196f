import { href } from 'react-router'
import { Icon } from '../../ui/icon'
import type { OwnDocument } from './queries.server'
import { personalDocumentAddress } from './rules'
import './own-documents.css'

/** Files that the office has given to the reader. `course`: its title, where the page has several. */
export function OwnDocuments({ documents, course }: { documents: OwnDocument[]; course?: string }) {
  if (documents.length === 0) return null
  return (
    <ul className="own-documents">
      {documents.map(({ id, name, fileName, line, certificate }) => (
        <li key={id}>
          <a
            className="link"
            href={personalDocumentAddress(id)}
            aria-label={[`${name}, ${fileName}`, course].filter(Boolean).join(': ')}
          >
            <Icon name="down" /> {name}
          </a>{' '}
          <span className="small-print num">
            {line}
            {certificate && (
              <>
                {' · '}
                <a href={href('/v/:code', { code: certificate.code })} aria-label={`Verifica: ${line}`}>
                  Verifica
                </a>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
