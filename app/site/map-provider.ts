/**
 * The provider of maps. Its server learns the IP address of a visitor only when the visitor opens a map. `holder`: who
 * runs it, as the privacy notice names them.
 */
export const mapProvider = {
  name: 'OpenStreetMap',
  holder: 'OpenStreetMap Foundation (Regno Unito)',
  origin: 'https://www.openstreetmap.org',
}
