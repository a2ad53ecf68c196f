/** Who draws the map on 'Contatti'. Their server learns the visitor's address when the map is opened, not before. */
export const mapProvider = {
  name: 'OpenStreetMap',
  holder: 'OpenStreetMap Foundation (Regno Unito)',
  origin: 'https://www.openstreetmap.org',
}

type Place = { latitude: number; longitude: number }

/** The map around a place, to stand within a page. */
export function mapFrame({ latitude, longitude }: Place): string {
  const box = [longitude - 0.012, latitude - 0.006, longitude + 0.012, latitude + 0.006]
  const query = new URLSearchParams({
    bbox: box.map((degrees) => degrees.toFixed(5)).join(','),
    layer: 'mapnik',
    marker: `${latitude},${longitude}`,
  })
  return `${mapProvider.origin}/export/embed.html?${query}`
}

/** The map around a place, as a page of its own. */
export function mapPage({ latitude, longitude }: Place): string {
  return `${mapProvider.origin}/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
}
