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
 * Returns a postal address for the text of a place, and the address of a map (`mapLink`): those of the office in the
 * same town, else the text itself, and a map that searches it.
 */
export function addressAndMapOf(place: string): { postalAddress: string; mapLink: string } {
  const officeLocation = siteSettings().offices.find(({ city }) => city === townOf(place))
  if (officeLocation)
    return {
      postalAddress: `${officeLocation.street}, ${officeLocation.city}`,
      mapLink: mapPage(officeLocation),
    }
  const query = new URLSearchParams({ query: place.trim() })
  return { postalAddress: place.trim(), mapLink: `${mapProvider.origin}/search?${query}` }
}
