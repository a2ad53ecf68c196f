import { SEEDS } from '../content/seeds'
import { fillTexts } from './placeholders.rules'

/** The settings of a new site, which the server uses until it has read the stored ones. */
export const FIRST_SETTINGS = fillTexts(SEEDS)
