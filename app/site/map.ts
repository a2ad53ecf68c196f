import { townOf } from '../parsing/places.rules'
import { mapProvider } from './map-provider'
import { siteSettings } from './settings'

type Place = { latitude: number; longitude: number }

/** For a frame. */
export function mapFrame({ latitude, longitude }: Place): string {
  const box = [longitude - 0.012, latitude - 0.006, longitude + 0.012, latitude + 0.006]
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(5)).join(','),
    layer: 'mapnik',
    marker: `${latitude},${longitude}`,
  })
  return `${mapProvider.origin}/export/embed.html?${query}`
}

/** For a link. */
export function mapPage({ latitude, longitude }: Place): string {
  return `${mapProvider.origin}/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}

/** The way to a place: the street of ours in that city, else the city. */
export function directionsTo(place: string): { address: string; map: string } {
  const officeLocation = siteSettings().offices.find(({ city }) => city === townOf(place))
  if (officeLocation)
    return { address: `${officeLocation.street}, ${officeLocation.city}`, map: mapPage(officeLocation) }
  const query = new URLSearchParams({ query: place.trim() })
  return { address: place.trim(), map: `${mapProvider.origin}/search?${query}` }
}
