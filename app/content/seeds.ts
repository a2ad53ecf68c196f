import { COMPANY, HOURS, OFFICES } from './company'
import type { SiteSettings } from './groups.rules'
import { LETTER_WORDS } from './letters.rules'
import { FIRST_QUESTIONS } from './questions'
import { TEAM } from './team'
import { TEXTS } from './texts'

/** The settings of a new site, until the office changes them. */
export const SEEDS: SiteSettings = {
  company: COMPANY,
  offices: OFFICES,
  hours: HOURS,
  notice: { isOn: false, text: '', linkLabel: '', linkAddress: '', from: '', to: '' },
  texts: TEXTS,
  questions: FIRST_QUESTIONS,
  team: TEAM,
  letters: { signature: '', words: LETTER_WORDS },
  payments: { beneficiary: '', iban: '', firstDueDays: 7, automaticReminders: false },
  photos: [],
}
