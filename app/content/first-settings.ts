import { FIRST_COMPANY, FIRST_HOURS, FIRST_OFFICES } from './company'
import { FIRST_LETTER_WORDS } from './letters.rules'
import { FIRST_QUESTIONS } from './questions'
import type { SiteSettings } from './settings.rules'
import { FIRST_TEAM } from './team'
import { FIRST_TEXTS } from './texts'

/** The settings of a new site, until the office changes them. The texts contain placeholders. */
export const FIRST_SETTINGS: SiteSettings = {
  company: FIRST_COMPANY,
  offices: FIRST_OFFICES,
  hours: FIRST_HOURS,
  notice: { isOn: false, text: '', linkLabel: '', linkAddress: '', from: '', to: '' },
  texts: FIRST_TEXTS,
  questions: FIRST_QUESTIONS,
  team: FIRST_TEAM,
  letters: { signature: '', words: FIRST_LETTER_WORDS },
  payments: { beneficiary: '', iban: '', firstDueDays: 7, automaticReminders: false },
  photos: [],
}
