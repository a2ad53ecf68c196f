import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { record } from '../audit/record.server'
import type { LegalName } from '../content/legal.rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { legalVersions } from '../database/schema'
import { isJustNow } from '../database/sent-twice.server'
import { today } from '../runtime/clock'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import { firstLegalVersion, publishedAmong } from '../site/legal.server'
import { isPublishedVersion, versionOn } from '../site/legal-versions.rules'
import { reloadSettings } from '../site/snapshot.server'
import { pageRevision } from './legal.rules'

/** The text and the day of a draft. `inForceFrom`: YYYY-MM-DD; null while the office has not chosen a day. */
export type LegalDraft = { text: string; inForceFrom: string | null }

/**
 * `stale`: somebody else has changed the page after the form was opened; `early`: the day is before that of the version
 * in force; `drafted`: the page has a draft already; `in-force`: the version is in force and cannot be withdrawn;
 * `gone`: there is no such version.
 */
export type LegalRefusal = 'stale' | 'early' | 'drafted' | 'in-force' | 'gone'

/**
 * Saves the draft of a legal page, or creates it. `revision`: the `pageRevision` when the form was opened. Like the
 * other commands of this file it accepts a form that is sent twice, and changes nothing the second time (ADR 27).
 */
export function saveLegalDraft(
  admin: Admin,
  page: LegalName,
  draft: LegalDraft,
  revision: string,
): Promise<Outcome<'stale'>> {
  return inTransaction(async (tx) => {
    const rows = await lockVersions(tx, page)
    if (hasTextAndDay(draftOf(rows), draft)) return OK
    if (pageRevision(rows) !== revision) return refuse('stale')
    const number = await writeDraft(tx, admin, page, rows, draft)
    const action = draftOf(rows) ? 'update' : 'create'
    await record(tx, admin, {
      action,
      entity: 'legal_versions',
      id: page,
      details: { draft: true, version: number },
    })
    return OK
  })
}

/**
 * Publishes a text in place of the draft. It is in force from `inForceFrom` (YYYY-MM-DD), and cannot be withdrawn from
 * then on. `revision`: the `pageRevision` when the form was opened.
 */
export async function publishLegalVersion(
  admin: Admin,
  page: LegalName,
  { text, inForceFrom }: { text: string; inForceFrom: string },
  revision: string,
): Promise<Outcome<'stale' | 'early'>> {
  const outcome = await inTransaction(async (tx) => {
    const rows = await lockVersions(tx, page)
    if (!draftOf(rows) && hasTextAndDay(newestOf(rows), { text, inForceFrom })) return OK
    if (pageRevision(rows) !== revision) return refuse('stale')
    const versions = publishedAmong(page, rows)
    const current = versionOn(versions, today())
    if (current && inForceFrom < current.inForceFrom) return refuse('early')
    // Version 1 comes with the program: it gets a row when another one is published.
    if (!rows.some(isPublishedVersion))
      await tx.insert(legalVersions).values({ page, ...firstLegalVersion(page) })
    const number = await writeDraft(tx, admin, page, rows, { text, inForceFrom })
    await tx
      .update(legalVersions)
      .set({ publishedAt: new Date() })
      .where(and(eq(legalVersions.page, page), eq(legalVersions.number, number)))
    const former = versionOn(versions, inForceFrom)
    const details = {
      old: { version: former?.number, inForceFrom: former?.inForceFrom },
      new: { version: number, inForceFrom },
    }
    await record(tx, admin, { action: 'update', entity: 'legal_versions', id: page, details })
    return OK
  })
  await reloadSettings()
  return outcome
}

/** Deletes the draft of a page. `revision`: the `pageRevision` when the form was opened. */
export function discardLegalDraft(
  admin: Admin,
  page: LegalName,
  revision: string,
): Promise<Outcome<'stale'>> {
  return inTransaction(async (tx) => {
    const rows = await lockVersions(tx, page)
    const draft = draftOf(rows)
    const current = pageRevision(rows)
    // The draft has been discarded already (success), or published: then the last published number has changed.
    if (!draft) return publishedNumberIn(revision) === publishedNumberIn(current) ? OK : refuse('stale')
    if (current !== revision) return refuse('stale')
    await tx.delete(legalVersions).where(isVersion(page, draft.number))
    const details = { draft: true, version: draft.number }
    await record(tx, admin, { action: 'delete', entity: 'legal_versions', id: page, details })
    return OK
  })
}

/** Turns a published version that is not yet in force into the draft, with the same text and day. */
export async function withdrawLegalVersion(
  admin: Admin,
  page: LegalName,
  number: number,
): Promise<Outcome<'gone' | 'in-force' | 'drafted'>> {
  const outcome = await inTransaction(async (tx) => {
    const rows = await lockVersions(tx, page)
    const version = rows.find((row) => row.number === number)
    const draft = draftOf(rows)
    // If the button was pressed twice, the first press has made the version the draft.
    if (!version || !isPublishedVersion(version))
      return draft?.isRecent && draft.savedBy === admin.id ? OK : refuse('gone')
    if (version.inForceFrom <= today()) return refuse('in-force')
    if (draft) return refuse('drafted')
    const last = Math.max(...rows.map((row) => row.number))
    // A later version may exist: the draft then gets a new number, as versions are numbered in order of publication.
    const draftFields = {
      number: last === number ? number : last + 1,
      publishedAt: null,
      savedBy: admin.id,
      savedAt: new Date(),
    }
    await tx.update(legalVersions).set(draftFields).where(isVersion(page, number))
    const details = {
      version: number,
      old: { inForceFrom: version.inForceFrom, draft: false },
      new: { inForceFrom: null, draft: true },
    }
    await record(tx, admin, { action: 'update', entity: 'legal_versions', id: page, details })
    return OK
  })
  await reloadSettings()
  return outcome
}

type Row = Awaited<ReturnType<typeof lockVersions>>[number]

/**
 * Returns the versions of a page and its draft, and blocks the other commands about legal pages until the transaction
 * ends.
 */
async function lockVersions(tx: Transaction, page: LegalName) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('legal versions'))`)
  const isRecent = isJustNow(legalVersions.savedAt).mapWith(Boolean)
  return tx
    .select({ ...getTableColumns(legalVersions), isRecent })
    .from(legalVersions)
    .where(eq(legalVersions.page, page))
}

const isVersion = (page: LegalName, number: number) =>
  and(eq(legalVersions.page, page), eq(legalVersions.number, number))

const draftOf = (rows: readonly Row[]) => rows.find(({ publishedAt }) => !publishedAt)

/** The version with the highest number. */
const newestOf = (rows: readonly Row[]) => rows.toSorted((a, b) => b.number - a.number)[0]

/** The part of a `pageRevision` that is the number of the last published version. */
const publishedNumberIn = (revision: string) => revision.split('.')[0]

/** Whether a stored version or draft has the text and the day of `draft`. */
const hasTextAndDay = (row: Row | undefined, { text, inForceFrom }: LegalDraft) =>
  row?.text === text && row.inForceFrom === inForceFrom

/** Inserts or replaces the draft of a page. Returns its version number. */
async function writeDraft(
  tx: Transaction,
  admin: Admin,
  page: LegalName,
  rows: readonly Row[],
  { text, inForceFrom }: LegalDraft,
): Promise<number> {
  const formerDraft = draftOf(rows)
  const number = formerDraft?.number ?? Math.max(1, ...rows.map((row) => row.number)) + 1
  const saved = { text, inForceFrom, savedBy: admin.id, savedAt: new Date() }
  if (formerDraft)
    await tx
      .update(legalVersions)
      .set({ ...saved, revision: formerDraft.revision + 1 })
      .where(isVersion(page, number))
  else await tx.insert(legalVersions).values({ page, number, ...saved })
  return number
}
