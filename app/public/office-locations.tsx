import { useState } from 'react'
import { withA } from '../italian/articles'
import { mapFrame, mapPage } from '../site/map'
import { mapProvider } from '../site/map-provider'
import { siteSettings } from '../site/settings'
import { Icon } from '../ui/icon'
import { PicenoMap } from './piceno-map'
import { SitePicture } from './site-picture'

/** The offices with their maps. A map is loaded when it is opened: its provider would learn who visits the site. */
export function OfficeLocations() {
  const [shown, show] = useState<string | null>(null)
  const officeLocation = siteSettings().offices.find(({ id }) => id === shown)
  return (
    <div className="office-locations">
      <ul className="office-list">
        {siteSettings().offices.map((place) => (
          <li key={place.id}>
            <SitePicture kind="office" id={place.id} sizes="(width < 48rem) 90vw, 26rem" />
            <h3>{place.city}</h3>
            <address>
              {place.street}
              <br />
              {place.postcode} {place.city} ({place.province})
            </address>
            <div className="actions">
              <button
                type="button"
                className="button needs-script"
                aria-pressed={shown === place.id}
                onClick={() => show(shown === place.id ? null : place.id)}
              >
                {shown === place.id ? 'Chiudi la mappa' : 'Mostra la mappa'}
                <span className="visually-hidden"> di {place.city}</span>
              </button>
              <a className="link" href={mapPage(place)} target="_blank" rel="noopener noreferrer">
                Come arrivare <Icon name="out" />
                <span className="visually-hidden">
                  {` ${withA(place.city)} (si apre ${mapProvider.name} in una nuova scheda)`}
                </span>
              </a>
            </div>
          </li>
        ))}
      </ul>
      <figure className="map">
        {officeLocation ? (
          <iframe
            key={officeLocation.id}
            src={mapFrame(officeLocation)}
            title={`Mappa della sede di ${officeLocation.city}, ${mapProvider.name}`}
            referrerPolicy="no-referrer"
          />
        ) : (
          <PicenoMap />
        )}
        <figcaption className="small-print">
          La mappa è di {mapProvider.name}: se la apri, {mapProvider.holder} riceve il tuo indirizzo IP. Prima
          di allora il sito non la contatta.
        </figcaption>
      </figure>
    </div>
  )
}
