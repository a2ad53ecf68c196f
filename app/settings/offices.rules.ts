import type { OfficeLocation } from '../content/settings.rules'
import { readFields } from './fields.rules'

/** The labels of the fields. `point`: latitude and longitude, typed or pasted from a map. */
export const OFFICE_LABELS = {
  city: 'Città',
  street: 'Via e numero',
  postcode: 'CAP',
  province: 'Provincia',
  point: 'Punto sulla mappa',
}
export type OfficeField = keyof typeof OFFICE_LABELS
export const OFFICE_FIELDS = Object.keys(OFFICE_LABELS) as OfficeField[]
type OfficeText = Partial<Record<OfficeField, string>>

/** Most characters of each field. `point` may hold the address of a map, which is long. */
export const OFFICE_MOST: Record<OfficeField, number> = {
  city: 60,
  street: 120,
  postcode: 10,
  province: 10,
  point: 2000,
}
export const MOST_OFFICES = 6

const POSTCODE = /^\d{5}$/
const PROVINCE = /^[A-Z]{2}$/

/**
 * Reads the form of an office. `id`: the office that the form is about; an id that is not stored adds an office. The
 * value is only fit to be stored without `errors`.
 */
export function readOffice(
  text: OfficeText,
  stored: OfficeLocation[],
  id: string,
): { value: OfficeLocation; errors: OfficeText } {
  const { typed, errors } = readFields(text, OFFICE_MOST, OFFICE_FIELDS)
  const refuse = (field: OfficeField, sentence: string) => {
    errors[field] ??= sentence
  }
  const province = typed.province.toUpperCase()
  if (!POSTCODE.test(typed.postcode)) refuse('postcode', 'Il CAP ha 5 cifre')
  if (!PROVINCE.test(province)) refuse('province', 'La provincia si scrive con due lettere, per esempio AP')
  const point = readPoint(typed.point)
  if (typeof point === 'string') refuse('point', point)
  const former = stored.find((office) => office.id === id)
  if (!former && stored.length >= MOST_OFFICES) refuse('city', `Le sedi sono già ${MOST_OFFICES}`)
  const value = {
    ...former,
    id,
    city: typed.city,
    street: typed.street,
    postcode: typed.postcode,
    province,
    ...(typeof point === 'string' ? { latitude: 0, longitude: 0 } : point),
  }
  return { value, errors }
}

/** Returns the texts with which the form shows a stored office; an empty form for an unknown id. */
export function writeOffice(offices: OfficeLocation[], id: string): Record<OfficeField, string> {
  const office = offices.find((stored) => stored.id === id)
  if (!office) return { city: '', street: '', postcode: '', province: '', point: '' }
  const { city, street, postcode, province, latitude, longitude } = office
  return { city, street, postcode, province, point: `${latitude}, ${longitude}` }
}

/** Degrees. */
type Point = { latitude: number; longitude: number }

/**
 * How the addresses of OpenStreetMap and Google Maps contain a point. The forms for a marked place come before those
 * for the centre of the map, since an address may have both.
 */
const POINTS_IN_ADDRESSES = [
  /[?&]mlat=(-?\d+\.\d+)&mlon=(-?\d+\.\d+)/,
  /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/,
  /#map=[\d.]+\/(-?\d+\.\d+)\/(-?\d+\.\d+)/,
  /@(-?\d+\.\d+),(-?\d+\.\d+)/,
  /[?&](?:q|query|ll|destination)=(-?\d+\.\d+)(?:,|%2C)(-?\d+\.\d+)/i,
]
/** '42.8536, 13.5749', '42,8536 13,5749', 'geo:42.8536,13.5749'; takes linear time. */
const TWO_NUMBERS =
  /^(?:geo:)?[^\d\p{L}-]*(-?\d{1,3}[.,]\d+)(?=[^\d-]*[.,;\s])[^\d-]+(-?\d{1,3}[.,]\d+)(?![.,]?\d)/u

/** The edges of an area that contains Italy, in degrees. */
const [SOUTH, NORTH, WEST, EAST] = [35, 48, 6, 19]

/**
 * Reads a point that was typed, or pasted as the address of a map. Returns the sentence of an error if there is no
 * point, or none in Italy.
 */
export function readPoint(text: string): Point | string {
  const found = [...POINTS_IN_ADDRESSES, TWO_NUMBERS].map((pattern) => pattern.exec(text)).find(Boolean)
  if (!found)
    return 'Scrivi latitudine e longitudine, per esempio 42.8536, 13.5749, o incolla l’indirizzo di una mappa'
  const [latitude = 0, longitude = 0] = found.slice(1).map((number) => Number(number.replace(',', '.')))
  if (latitude < SOUTH || latitude > NORTH || longitude < WEST || longitude > EAST)
    return 'Questo punto non è in Italia: scrivi prima la latitudine, poi la longitudine'
  return { latitude, longitude }
}
