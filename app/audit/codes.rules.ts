import { ROLE_LABELS } from '../accounts/rules'
import { MAIL_STATES } from '../mail/states.rules'

export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const ACTION_LABELS: Record<AuditAction, string> = {
  create: 'Creazione',
  update: 'Modifica',
  delete: 'Eliminazione',
}

/** What `without_person`, a function of the database, writes instead of a deleted person's values. */
export const ERASED_VALUE = '(cancellato)'

/**
 * The words of the codes in the log, by the key of the field that holds them. What happened is stored as a code, so
 * that a label can be reworded without a change of entries. The words of states, documents and VAT repeat those of
 * other modules, which audit cannot import; a test keeps them equal.
 */
export const CODES = {
  status: {
    pending: 'In attesa',
    approved: 'Approvato',
    rejected: 'Rifiutato',
    in_progress: 'In corso',
    completed: 'Completato',
    // Of an e-mail; those above are of an enrolment.
    ...MAIL_STATES,
  },
  role: ROLE_LABELS,
  /** A filter with which the log was exported. */
  action: ACTION_LABELS,
  /** How an enrolment ended, or an attestato (`revoked`). */
  ending: {
    cancelled_by_person: 'Disdetta dalla persona',
    cancelled_by_office: 'Disdetta dalla segreteria',
    transferred: 'Spostata in un’altra edizione',
    edition_cancelled: 'Edizione annullata',
    revoked: 'Revocato',
  },
  /** What became of an offered seat. */
  offer: {
    offered: 'offerto',
    accepted: 'accettato',
    declined: 'rinunciato',
    expired: 'scaduto',
    withdrawn: 'ritirato',
  },
  reminder: {
    joining: 'istruzioni prima dell’inizio',
    thanks: 'ringraziamento',
    requests_open: 'avviso: si può chiedere l’iscrizione',
  },
  paymentReminder: { before: 'prima della scadenza', first: 'primo sollecito', second: 'secondo sollecito' },
  /** The kind of a personal document. */
  document: { attestato: 'Attestato', contratto: 'Contratto', lettera: 'Lettera', altro: 'Documento' },
  /** Why an account changed or was deleted, or why the site deleted rows by itself. */
  cause: {
    sign_up: 'registrazione',
    entered_by_office: 'persona inserita dalla segreteria',
    invited_again: 'invito inviato di nuovo',
    password_reset: 'password reimpostata',
    password_changed: 'password cambiata',
    new_email: 'nuova email da confermare',
    new_backup_codes: 'nuovi codici di recupero',
    session_ended: 'accesso terminato',
    signed_out_elsewhere: 'uscita da tutti gli altri dispositivi',
    signed_out_everywhere: 'uscita da tutti i dispositivi',
    sessions_ended_by_office: 'accessi terminati dalla segreteria',
    deleted_by_person: 'account eliminato dalla persona',
    deleted_by_office: 'account eliminato dalla segreteria su richiesta scritta',
    deleted_after_restore: 'eliminazione ripetuta dopo un ripristino',
    retention: 'termine di conservazione',
  },
  /** How the office heard what a person has decided. */
  channel: { phone: 'telefono' },
  note: { added: 'aggiunta', changed: 'modificata', removed: 'tolta' },
  billing: { added: 'aggiunti', changed: 'modificati' },
  reply: { sent: 'inviata' },
  /** How money came or went back. */
  method: { transfer: 'bonifico', cash: 'contanti', card: 'carta', other: 'altro' },
  /** The VAT treatment of an edition, for the accountant. */
  vatTreatment: { ordinary: '22 %', exempt: 'N4 esente' },
  register: { closed: 'chiuso', reopened: 'riaperto', emptied: 'svuotato' },
} as const

type Codes = typeof CODES
export type Code<Key extends keyof Codes> = keyof Codes[Key]

/** The fields of an entry that hold codes, each with the codes that it may have. */
export type CodedFields = { [Key in keyof Codes]?: Code<Key> | null | undefined }

/** Maps instead of objects, which also have keys such as 'constructor'. */
const WORDS_BY_KEY = new Map(
  Object.entries(CODES).map(([key, codes]) => [key, new Map<string, string>(Object.entries(codes))]),
)

/** The word of a code; undefined for any other value. */
export function wordOf(key: string, code: string): string | undefined {
  return WORDS_BY_KEY.get(key)?.get(code)
}
