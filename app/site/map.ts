import { townOf } from '../parsing/places.rules'
import { mapProvider } from './map-provider'
import { siteSettings } from './settings'

/** In degrees. */
type Place = { latitude: number; longitude: number }

/**
 * The map shows as many degrees to each side of the place: about one kilometre east and west, 700 m north and south.
 */
const DEGREES_EAST = 0.012
const DEGREES_NORTH = 0.006

/** The address of a map to embed in a frame. */
export function mapFrame({ latitude, longitude }: Place): string {
  const box = [
    longitude - DEGREES_EAST,
    latitude - DEGREES_NORTH,
    longitude + DEGREES_EAST,
    latitude + DEGREES_NORTH,
  ]
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

/**
 * Returns an address and a map for the text of a place: those of the office in the same town, else the text as the
 * address, and the map that searches it.
 */
export function directionsTo(place: string): { address: string; map: string } {
  const officeLocation = siteSettings().offices.find(({ city }) => city === townOf(place))
  if (officeLocation)
    return { address: `${officeLocation.street}, ${officeLocation.city}`, map: mapPage(officeLocation) }
  const query = new URLSearchParams({ query: place.trim() })
  return { address: place.trim(), map: `${mapProvider.origin}/search?${query}` }
}
