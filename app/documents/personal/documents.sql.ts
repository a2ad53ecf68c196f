import { sql } from 'drizzle-orm'
import { certificates, personalDocuments } from '../../database/schema'

/** The file of an attestato that the site has issued: it ends with the attestato, not by itself. */
export const isIssuedDocument = sql<boolean>`exists (select from ${certificates} as paper where paper.document_id = ${personalDocuments}.id)`
