/** Its server gets the visitor's address only when the map is opened. */
export const mapProvider = {
  name: 'OpenStreetMap',
  holder: 'OpenStreetMap Foundation (Regno Unito)',
  origin: 'https://www.openstreetmap.org',
}
