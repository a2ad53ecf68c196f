import { SEEDS } from '../content/seeds'
import { fillTexts } from './placeholders.rules'

/** What the server shows until it has read the settings. */
export const FIRST_SETTINGS = fillTexts(SEEDS)
