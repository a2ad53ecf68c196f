import { TOWN_BEHIND_ROOM, townOf } from '../parsing/places.rules'
import { type Format, ONLINE_PLACE } from './rules'

/** A pattern of whole words; JavaScript and PostgreSQL have no common sign for the edge of a word. */
const wholeWord = (letters: string) => `(?<![a-z])(${letters})(?![a-z])`
const PLATFORMS = 'zoom|teams|webex|skype|moodle|go ?to ?meeting|jitsi|piattaform[ae]'

/**
 * Words by which a typed mode or place shows how a course is held: regular expressions for JavaScript and PostgreSQL,
 * to be matched ignoring case.
 */
export const MODE_WORDS = {
  eLearning: 'e-?learning|asincron|on.?demand',
  distance: `virtual|online|on-line|e-?learning|webinar|streaming|distanza|(?<!sala |aula |via )diretta|remot[oa]|sincron|on.?demand|${wholeWord('fad|dad|web|meet')}|telematic|video ?(conferen|call|chiamat|lezion|cors)|teleconferen|${PLATFORMS}`,
  onsite: `presenza|aula(?! (virtual|online|telematic|meet|${PLATFORMS}))|in sede|blended|mist[ao]|ibrid[ao]`,
} as const

const names = (text: string | null, kind: keyof typeof MODE_WORDS) =>
  new RegExp(MODE_WORDS[kind], 'i').test(text ?? '')

/**
 * The format of a course from its typed mode and place; null if both are empty. 'in-aula' if the words name any
 * lessons on site, or nothing at a distance. The generated column `format` follows the same rule.
 */
export function formatOf({ modalita, location }: ModeAndPlace): Format | null {
  const words = `${modalita ?? ''} ${location ?? ''}`
  if (words.trim() === '') return null
  if (names(words, 'onsite') || !names(words, 'distance')) return 'in-aula'
  return names(words, 'eLearning') ? 'e-learning' : 'online'
}

type ModeAndPlace = { modalita: string | null; location: string | null }

/**
 * The town of a course: the words of its typed place before the first comma, or after the last one if a room or street
 * comes first and Fermo or Ascoli Piceno last, as `townOf` writes them. `ONLINE_PLACE` if the course is only online or
 * they name lessons at a distance, null if there are none. The generated column `place` follows the same rule.
 */
export function townOfLocation({ modalita, location }: ModeAndPlace): string | null {
  if (['online', 'e-learning'].includes(formatOf({ modalita, location }) ?? '')) return ONLINE_PLACE
  const typed = (location ?? '').replace(new RegExp(TOWN_BEHIND_ROOM, 'i'), '$1')
  const place = townOf(typed.split(',')[0] ?? '')
  if (!place) return null
  return names(place, 'distance') ? ONLINE_PLACE : place
}

const BLENDED = /blended|mist[ao]|ibrid[ao]/i

/** The `courseMode` of schema.org that a typed mode or place names; undefined if the text names none. */
export function courseMode(text: string | null): 'online' | 'onsite' | 'blended' | undefined {
  const [isOnline, isOnsite] = [names(text, 'distance'), names(text, 'onsite')]
  if (BLENDED.test(text ?? '') || (isOnline && isOnsite)) return 'blended'
  if (isOnline) return 'online'
  return isOnsite ? 'onsite' : undefined
}

/**
 * How a course is attended, for its structured data. `mode`: by the typed mode; `hasPlaceOnSite`: false if the typed
 * place names nothing but lessons at a distance.
 */
export type AttendanceMode = ReturnType<typeof attendanceModeOf>

export const attendanceModeOf = ({ modalita, location }: ModeAndPlace) => ({
  mode: courseMode(modalita),
  hasPlaceOnSite: courseMode(location) !== 'online',
})
