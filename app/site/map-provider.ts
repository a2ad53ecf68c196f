/** The provider of maps. Its server learns the IP address of a visitor only when the visitor opens a map. */
export const mapProvider = {
  name: 'OpenStreetMap',
  holder: 'OpenStreetMap Foundation (Regno Unito)',
  origin: 'https://www.openstreetmap.org',
}
