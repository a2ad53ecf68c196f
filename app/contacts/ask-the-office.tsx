import { href, Link } from 'react-router'
import { telLink } from '../italian/phones'
import { siteSettings } from '../site/settings'
import './ask-the-office.css'

export function AskTheOffice() {
  return (
    <aside className="ask" aria-labelledby="chiedi">
      <h2 id="chiedi">Non trovi il corso che cerchi?</h2>
      <p>Dicci di che cosa hai bisogno: organizziamo anche percorsi per le imprese.</p>
      <div className="actions">
        <Link className="button button-large" to={href('/contatti')}>
          Contatta la segreteria
        </Link>
        <a className="link num" href={telLink(siteSettings().company.phone)}>
          {siteSettings().company.phone}
        </a>
      </div>
    </aside>
  )
}
