import { sql } from 'drizzle-orm'
import { certificates } from '../database/schema'
import { canBeUndone } from '../enrolments/decisions.sql'

/** The office can no longer take its issuing back: its person and everybody else may know of it. */
export const isIssuedForGood = sql<boolean>`not ${canBeUndone(certificates.decisionId)}`
