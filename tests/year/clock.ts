import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { db } from '../../app/database/client.server'
import { rewriteStatements } from '../statements'

const CLOCK = /(?<![.\w])(now|clock_timestamp)\(\)/g

/** Columns whose default is the clock get another. */
const defaults = (from: string, to: string) => `
  do $$ declare each record; begin
    for each in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default = '${from}' loop
      execute format('alter table public.%I alter column %I set default ${to}', each.table_name, each.column_name);
    end loop;
  end $$;`

/**
 * Moves the clocks of JavaScript and of the database by `moveTo`. Statements get the moment as a literal; column defaults
 * read it from the schema `moved`, which `restoreClock` drops.
 */
export async function takeClock(start: Date) {
  await db.execute(
    sql.raw(`
      create schema moved;
      create table moved.clock (at timestamptz not null);
      insert into moved.clock values (now());
      create function moved.now() returns timestamptz language sql stable as 'select at from moved.clock';
      ${defaults('now()', 'moved.now()')}`),
  )
  vi.useFakeTimers({ toFake: ['Date'] })
  const restoreStatements = rewriteStatements((text) =>
    text.replace(CLOCK, () => `'${new Date().toISOString()}'::timestamptz`),
  )
  const moveTo = async (moment: Date) => {
    vi.setSystemTime(moment)
    await db.execute(sql`update moved.clock set at = ${moment}`)
  }
  const restoreClock = async () => {
    restoreStatements()
    vi.useRealTimers()
    await db.execute(sql.raw(`${defaults('moved.now()', 'now()')} drop schema moved cascade`))
  }
  await moveTo(start)
  return { moveTo, restoreClock }
}
