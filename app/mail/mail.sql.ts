import { and, isNotNull, sql } from 'drizzle-orm'
import { outgoingMail } from '../database/schema'
import { NEW_FAILURE_DAYS } from './states.rules'

/** The condition that an e-mail was given up in the last `NEW_FAILURE_DAYS` days. */
export const isNewFailure = and(
  isNotNull(outgoingMail.failedAt),
  sql`${outgoingMail.failedAt} > now() - make_interval(days => ${NEW_FAILURE_DAYS})`,
)
