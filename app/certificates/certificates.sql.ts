import { sql } from 'drizzle-orm'
import { certificates } from '../database/schema'
import { canBeUndone } from '../enrolments/decisions.sql'

/** The office cannot take the issuing of the attestato back, so the person and the public may see it. */
export const isIssuedForGood = sql<boolean>`not ${canBeUndone(certificates.decisionId)}`
