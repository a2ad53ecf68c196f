/** What was done to an entity (specification §9): Creazione, Modifica, Eliminazione. */
export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What it was done to: the name of its table. */
export type AuditEntity = 'courses' | 'course_documents' | 'user_courses' | 'profiles' | 'contact_submissions'

/** Free keys of an entry; a change has the changed fields only, as they were and as they are. */
export type AuditDetails = Record<string, unknown> & {
  old?: Record<string, unknown>
  new?: Record<string, unknown>
}

/** The fields that differ between two versions of a row, ready to stand in an entry's details. */
export function changes<Row extends Record<string, unknown>>(before: Row, after: Partial<Row>) {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (row: Partial<Row>) => Object.fromEntries(changed.map((key) => [key, row[key]]))
  return { old: only(before), new: only(after) }
}

/** Actions and entities as the office reads them (specification §9; further entities in the same style). */
export const ACTION_LABELS: Record<AuditAction, string> = {
  create: 'Creazione',
  update: 'Modifica',
  delete: 'Eliminazione',
}
export const ENTITY_LABELS: Record<AuditEntity, string> = {
  courses: 'Corso',
  course_documents: 'Documento',
  user_courses: 'Iscrizione',
  profiles: 'Profilo',
  contact_submissions: 'Messaggio',
}

const SHOWN_DETAILS = 3

/** What the keys of an entry are called on screen; a key without a name is shown as it is. */
const FIELD_LABELS = new Map(
  Object.entries({
    course: 'Corso',
    title: 'Titolo',
    slug: 'Indirizzo',
    comingSoon: 'In arrivo',
    status: 'Stato',
    reason: 'Motivo',
    overCapacity: 'Oltre il limite',
    email: 'Email',
    firstName: 'Nome',
    lastName: 'Cognome',
    phone: 'Telefono',
    company: 'Azienda',
    role: 'Ruolo',
    emailVerified: 'Email confermata',
  }),
)
const fieldLabel = (key: string) => FIELD_LABELS.get(key) ?? key
const inWords = (value: unknown) =>
  value === true ? 'sì' : value === false ? 'no' : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * The details of an entry in a few words: the names of the changed fields where old and new values exist, else
 * up to three keys with their values (specification §9).
 */
export function detailsInBrief({ old: before, new: after, ...rest }: AuditDetails): string {
  if (before && after) {
    const fields = Object.keys(after)
    return fields.length > 0 ? fields.map(fieldLabel).join(', ') : 'Nessuna modifica'
  }
  const pairs = Object.entries(rest).slice(0, SHOWN_DETAILS)
  if (pairs.length === 0) return 'Nessun dettaglio'
  return pairs.map(([key, value]) => `${fieldLabel(key)}: ${inWords(value)}`).join(', ')
}
