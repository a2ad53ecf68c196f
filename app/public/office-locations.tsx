import { useState } from 'react'
import { withA } from '../italian/articles'
import { mapFrame, mapPage } from '../site/map'
import { mapProvider } from '../site/map-provider'
import { siteSettings } from '../site/settings'
import { bringIntoView } from '../ui/bring-into-view'
import { Icon } from '../ui/icon'
import { PicenoMap } from './piceno-map'
import { SitePicture } from './site-picture'

/**
 * The offices with their maps. A map is only loaded when it is opened, since its provider learns the visitor's address.
 */
export function OfficeLocations() {
  const [openMapId, openMap] = useState<string | null>(null)
  const officeLocation = siteSettings().offices.find(({ id }) => id === openMapId)
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
                onClick={() => openMap(openMapId === place.id ? null : place.id)}
              >
                {openMapId === place.id ? 'Chiudi la mappa' : 'Mostra la mappa'}
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
            ref={bringIntoView}
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
