import { townOf } from '../parsing/places.rules'
import { mapProvider } from './map-provider'
import { siteSettings } from './settings'

/** In degrees. */
type Place = { latitude: number; longitude: number }

/** The address of a map to embed in a frame. */
export function mapFrame({ latitude, longitude }: Place): string {
  const box = [longitude - 0.012, latitude - 0.006, longitude + 0.012, latitude + 0.006]
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(5)).join(','),
    layer: 'mapnik',
    marker: `${latitude},${longitude}`,
  })
  return `${mapProvider.origin}/export/embed.html?${query}`
}

/** The address of a map to link to. */
export function mapPage({ latitude, longitude }: Place): string {
  return `${mapProvider.origin}/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

/** Returns how to find a place: the street of our office in that town, else the text of the place itself. */
export function directionsTo(place: string): { address: string; map: string } {
  const officeLocation = siteSettings().offices.find(({ city }) => city === townOf(place))
  if (officeLocation)
    return { address: `${officeLocation.street}, ${officeLocation.city}`, map: mapPage(officeLocation) }
  const query = new URLSearchParams({ query: place.trim() })
  return { address: place.trim(), map: `${mapProvider.origin}/search?${query}` }
}
