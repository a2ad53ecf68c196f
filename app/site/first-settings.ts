import { FIRST_SETTINGS } from '../content/first-settings'
import { fillSettings } from './placeholders.rules'

/**
 * The settings of a new site with their placeholders filled in. The server uses them until it has read the stored ones.
 */
export const FILLED_FIRST_SETTINGS = fillSettings(FIRST_SETTINGS)
