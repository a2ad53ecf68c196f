/** Stands in for the description of a coming course that has none yet (specification §5). */
export const COMING_DESCRIPTION = 'Maggiori informazioni a breve'

/** What came of deleting a course, or of taking that back. */
export type CourseRefusal = 'unknown' | 'already-archived' | 'not-archived'
export type CourseDecision = { ok: true } | { ok: false; refusal: CourseRefusal }

const EXPLAIN: Record<CourseRefusal, string> = {
  unknown: 'questo corso non esiste',
  'already-archived': 'questo corso è già stato eliminato',
  'not-archived': 'questo corso non è tra quelli eliminati',
}

/** The end of a sentence such as 'Impossibile eliminare il corso: …'. */
export function explain({ refusal }: { refusal: CourseRefusal }): string {
  return EXPLAIN[refusal]
}

const EDITION = ' (nuova edizione)'

/** The title of a course's next edition, until the office writes a better one. */
export function editionOf(title: string): string {
  return title.endsWith(EDITION) ? title : title + EDITION
}

/** What the office types of a course; everything else follows from it or is decided by the site. */
export const TYPED = [
  'title',
  'shortDescription',
  'description',
  'modalita',
  'tipoSessione',
  'location',
  'maxPartecipanti',
  'price',
  'priceEarlyBird',
  'priceSingleModule',
  'paymentInstallments',
  'comingSoon',
  'duration',
  'level',
  'destinatari',
  'moduli',
  'contenuti',
  'metodologie',
  'certificazione',
  'contattiEmail',
  'motivi',
  'partnerPromotori',
] as const
