import { FIRST_SETTINGS } from '../content/first-settings'
import { fillTexts } from './placeholders.rules'

/** The settings of a new site, which the server uses until it has read the stored ones. */
export const FILLED_FIRST_SETTINGS = fillTexts(FIRST_SETTINGS)
