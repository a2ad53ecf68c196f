import { sql } from 'drizzle-orm'
import { certificates } from '../database/schema'
import { canBeUndone } from '../enrolments/decisions.sql'

/**
 * The time to undo the issuing of the attestato is over, so the public may see it. It is true of one whose issuing was
 * undone, too: `isNotVoid` leaves those out.
 */
export const isPastUndo = sql<boolean>`not ${canBeUndone(certificates.decisionId)}`
