import type { FIRST_LETTER_WORDS } from './letters.rules'

/** What identifies the school: pages, e-mails and documents use it. */
export type Company = {
  name: string
  /** Registered name. */
  legalName: string
  tagline: string
  /** The partner university with its article: 'un’Università …'. */
  partner: string
  phone: string
  email: string
  pec: string
  vat: string
  /** Repertorio Economico Amministrativo. */
  rea: string
  /** The address of the registered office, on one line. */
  registeredOffice: string
  /** Year of the foundation. */
  founded: number
  /** The page that the link 'Lo Studio' leads to. */
  studioUrl: string
  reviewsUrl: string
  /** Who signs the attestati, as printed: name, and role below. */
  signatory: string
  signatoryRole: string
}

export type OfficeLocation = {
  id: string
  city: string
  street: string
  postcode: string
  /** Two letters: 'AP'. */
  province: string
  /** In degrees, as `longitude`. */
  latitude: number
  longitude: number
}

/** A span of a day in which the office is open. Times as the office writes them: '8:30'. */
export type OpenSpan = { from: string; to: string }

/**
 * A closure. `from`, `to`: its first and last day, YYYY-MM-DD; `yearly`: on these days of every year; `office`: the id
 * of the only office that is closed, null if the whole school is.
 */
export type OfficeClosure = {
  id: string
  name: string
  from: string
  to: string
  yearly: boolean
  office: string | null
}

/** `week`: the spans of each day, from Monday; a day without spans is closed. */
export type OfficeHours = { week: OpenSpan[][]; closures: OfficeClosure[] }

/**
 * The band above every page. It is shown from `from` until just before `to`: Italian time, 'YYYY-MM-DDTHH:MM', ''
 * without a limit. `linkAddress`: https, or a path of this site; '' without a link.
 */
export type Notice = {
  isOn: boolean
  text: string
  linkLabel: string
  linkAddress: string
  from: string
  to: string
}

export type Feature = { title: string; text: string }

/**
 * The texts of the home page, of 'Chi siamo' and about paying, with the placeholders of `site/placeholders.rules.ts`.
 */
export type SiteTexts = {
  home: {
    /** The title, on two lines. */
    title: [string, string]
    lead: string
    benefits: Feature[]
    partnershipTitle: string
    partnership: string
  }
  about: { lead: string; story: string[]; values: Feature[] }
  /**
   * What happens after an approval, where the course does not say how to pay. `next`: of an edition that is certain;
   * `later`: of one that waits for its minimum.
   */
  payment: { next: string; later: string }
}

/** A question of the home page with its answer. `hidden`: whether only the office sees it. */
export type Question = { id: string; question: string; answer: string; hidden: boolean }

/** Somebody who works for the school. `about`: a few lines about the person, '' for none. */
export type TeamMember = { id: string; name: string; role: string; about: string }

/** Whether a person of the team is one of the examples of a new site (`content/team.ts`). */
export const isExamplePerson = ({ id }: Pick<TeamMember, 'id'>) => id.startsWith('esempio-')

export type LetterKey = keyof typeof FIRST_LETTER_WORDS

/**
 * The words of e-mails, with placeholders in brackets. `opening`: the first paragraph, below the greeting if the e-mail
 * has one; `signature`: beneath every e-mail, none if empty.
 */
export type Letters = { signature: string; words: Record<LetterKey, { subject: string; opening: string }> }

/**
 * How people pay. `iban`: without spaces, '' until the office enters one. `firstDueDays`: from the approval to the
 * first due. `automaticReminders`: whether the schedule reminds people of what is due.
 */
export type PaymentSettings = {
  beneficiary: string
  iban: string
  firstDueDays: number
  automaticReminders: boolean
}

/**
 * A photograph. `id`: the member of the team or the office that it shows, 'team/…' or 'office/…'; `path`: the beginning
 * of the paths of its files (`sizePath`); `alt`: what it shows, in words.
 */
export type SitePhoto = { id: string; path: string; alt: string }

/**
 * What administrators change under 'Impostazioni', by settings group. Browsers load all groups but `notice`, `letters`
 * and `payments`, and no hidden questions (`site/settings.resource.ts`).
 */
export type SiteSettings = {
  company: Company
  offices: OfficeLocation[]
  hours: OfficeHours
  notice: Notice
  texts: SiteTexts
  questions: Question[]
  team: TeamMember[]
  letters: Letters
  payments: PaymentSettings
  photos: SitePhoto[]
}

/** The settings groups. Each has one row, with its version, in the table `site_settings`. */
export const SETTING_GROUPS = [
  'company',
  'offices',
  'hours',
  'notice',
  'texts',
  'questions',
  'team',
  'letters',
  'payments',
  'photos',
] as const satisfies (keyof SiteSettings)[]
export type SettingGroup = (typeof SETTING_GROUPS)[number]
