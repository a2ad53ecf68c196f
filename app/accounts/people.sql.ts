import { sql } from 'drizzle-orm'
import { profiles } from '../database/schema'

/** The order of lists of people, by last and first name as Italian sorts them. */
export const inOrderOfNames = [
  sql`${profiles.lastName} collate "und-x-icu"`,
  sql`${profiles.firstName} collate "und-x-icu"`,
]
