import { sql } from 'drizzle-orm'
import { db } from '../app/database/client.server'

/** Does `work` while the log takes no entry: whatever records a change fails, and what only reads goes on. */
export async function whileWritesFail<Result>(work: () => Promise<Result>): Promise<Result> {
  await db.execute(sql`
    create function refuse_it() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  await db.execute(sql`create trigger refuse_it before insert on audit_logs execute function refuse_it()`)
  try {
    return await work()
  } finally {
    await db.execute(sql`drop function refuse_it cascade`)
  }
}

/** The page without its scripts, which contain the result of the action too. */
export const markupOf = async (response: Response) =>
  (await response.text()).replace(/<script.*?<\/script>/gs, '')
