import { sql } from 'drizzle-orm'
import { certificates, personalDocuments } from '../../database/schema'

/**
 * Whether a document is the file of an attestato that the site has issued; such a file is deleted only with the
 * attestato.
 */
export const isIssuedDocument = sql<boolean>`exists (select from ${certificates} as paper where paper.document_id = ${personalDocuments}.id)`
