import { readFileSync } from 'node:fs'
import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { auditLogs } from '../database/schema'
import { ERASED_VALUE } from './codes.rules'
import { type AuditDetails, detailsAsText } from './rules'

const FORMER: [entity: string, id: string, details: object, words: string][] = [
  ['user_courses', '1', { offer: 'offerto', course: 'Uno' }, 'Posto: offerto; Corso: Uno'],
  ['user_courses', '1', { offer: 'accettato' }, 'Posto: accettato'],
  ['user_courses', '1', { offer: 'rinunciato' }, 'Posto: rinunciato'],
  ['user_courses', '1', { offer: 'scaduto' }, 'Posto: scaduto'],
  ['user_courses', '1', { offer: 'ritirato' }, 'Posto: ritirato'],
  [
    'user_courses',
    '1',
    { old: { status: 'approved' }, new: { ending: 'Disdetta dalla persona' } },
    'Fine: – → Disdetta dalla persona; Stato: Approvato → –',
  ],
  [
    'user_courses',
    '1',
    { old: { ending: 'Edizione annullata' }, new: { status: 'approved' }, undone: true },
    'Stato: – → Approvato; Fine: Edizione annullata → –; Ripristinato com’era prima: sì',
  ],
  [
    'user_courses',
    '1',
    { old: {}, new: { ending: 'Annullata dalla segreteria' } },
    'Fine: – → Disdetta dalla segreteria',
  ],
  [
    'user_courses',
    '1',
    { old: {}, new: { ending: 'Spostata in un’altra edizione' } },
    'Fine: – → Spostata in un’altra edizione',
  ],
  ['user_courses', '1', { reminder: 'ringraziamento' }, 'Promemoria: ringraziamento'],
  [
    'user_courses',
    '1',
    { reminder: 'istruzioni prima dell’inizio' },
    'Promemoria: istruzioni prima dell’inizio',
  ],
  [
    'courses',
    '1',
    { reminder: 'avviso: si può chiedere l’iscrizione', count: 2 },
    'Promemoria: avviso: si può chiedere l’iscrizione; Quanti: 2',
  ],
  ['personal_documents', '1', { document: 'Documento' }, 'Documento: Documento'],
  [
    'personal_documents',
    '1',
    { document: 'Attestato', undone: true },
    'Documento: Attestato; Ripristinato com’era prima: sì',
  ],
  ['profiles', '1', { reason: 'registrazione' }, 'Motivo: registrazione'],
  [
    'profiles',
    '1',
    { reason: 'nuova email da confermare', new: { email: 'a@example.it' } },
    'Motivo: nuova email da confermare; Email: a@example.it',
  ],
  [
    'sign_ins',
    'scadenza',
    { reason: 'termine di conservazione', count: 3 },
    'Motivo: termine di conservazione; Quanti: 3',
  ],
  ['profiles', '1', { note: 'modificata' }, 'Nota: modificata'],
  ['contact_submissions', '1', { note: 'tolta', reply: 'inviata' }, 'Nota: tolta; Risposta: inviata'],
  [
    'outgoing_mail',
    '1',
    { old: { status: 'non consegnata' }, new: { status: 'in coda' }, email: 'a@example.it' },
    'Stato: non consegnata → in coda; Email: a@example.it',
  ],
  // What somebody wrote stays as it is.
  ['user_courses', '1', { reason: 'registrazione' }, 'Motivo: registrazione'],
  ['contact_submissions', '1', { note: ERASED_VALUE }, `Nota: ${ERASED_VALUE}`],
]

test('entries that hold words are migrated to codes and read as before', async () => {
  await emptyDatabase()
  const entries = FORMER.map(([entityType, entityId, details]) => ({
    action: 'update' as const,
    entityType,
    entityId,
    details: { ...details },
  }))
  await db.insert(auditLogs).values(entries)
  const migration = readFileSync('migrations/0028_log_codes.sql', 'utf8')
  for (const statement of migration.split('--> statement-breakpoint')) await db.execute(sql.raw(statement))

  const rows = await db.select({ details: auditLogs.details }).from(auditLogs).orderBy(asc(auditLogs.id))
  const details = rows.map((row) => row.details as AuditDetails)
  expect(details.map((entry) => sorted(detailsAsText(entry)))).toEqual(
    FORMER.map(([, , , words]) => sorted(words)),
  )
  const unchanged = FORMER.filter(([, , before], i) => JSON.stringify(before) === JSON.stringify(details[i]))
  expect(unchanged.map(([, , , words]) => words)).toEqual(['Motivo: registrazione', `Nota: ${ERASED_VALUE}`])
  await expect(db.update(auditLogs).set({ details: {} })).rejects.toThrow()
})

/** `jsonb` does not keep the order of keys. */
const sorted = (text: string) => text.split('; ').sort()
