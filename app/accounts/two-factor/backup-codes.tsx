import { Link } from 'react-router'
import { hasWholeManifest } from '../../http/site-manifest'
import { siteSettings } from '../../site/settings'
import { CopyButton } from '../../ui/forms/copy-field'
import { Icon } from '../../ui/icon'

/** `destination`: where the person goes who has saved the codes. */
export function BackupCodes({ codes, destination }: { codes: string[]; destination: string }) {
  const text = [
    `Codici di recupero per ${siteSettings().company.name}`,
    'Ciascuno vale una volta sola.',
    '',
    ...codes,
    '',
  ].join('\n')
  return (
    <div className="backup">
      <p>
        <b>Conserva adesso questi codici: non li mostreremo più.</b> Se perdi il telefono, ciascuno vale una
        volta al posto del codice dell’app. Tienili in un posto sicuro, lontano dalla password.
      </p>
      <ol className="backup-codes num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="actions">
        <a
          className="button"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codici-di-recupero.txt"
        >
          <Icon name="down" /> Scarica
        </a>
        <button className="button needs-script" type="button" onClick={() => window.print()}>
          Stampa
        </button>
        <CopyButton text={text} subject="i codici" failure="Non riesco a copiarli: scaricali" />
      </div>
      <Link
        className="button button-main button-large"
        to={destination}
        reloadDocument={hasWholeManifest(destination)}
        preventScrollReset
      >
        Li ho conservati
      </Link>
    </div>
  )
}
