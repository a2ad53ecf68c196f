import type { ClientBase } from 'pg'

/** A table with its columns that are not generated, and their SQL types. */
type Table = { name: string; columns: { name: string; type: string }[] }

/** Tables that are not archived: sessions must not come back, the others are short-lived or belong to the machine. */
export const UNARCHIVED_TABLES = ['sessions', 'rate_limits', 'task_runs', 'backups']

/** Rows that one fetch reads; characters after which a part of a table ends. */
const ROWS_PER_FETCH = 1_000
const PART_LENGTH = 1_000_000

/**
 * SQL that gives values the same text whatever the settings of server and role, and lifts the time limits, for this
 * transaction.
 */
const TRANSACTION_SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

/** Begins a read-only transaction that sees one snapshot of the database. The end of the connection ends it. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(TRANSACTION_SETTINGS)
}

/** Runs `work` in one transaction of this client, and rolls back if it throws. */
export async function runInTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query(TRANSACTION_SETTINGS)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Returns the tables to archive, each after those that it refers to. */
export async function archivedTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Table['columns']; refers: string[] }>(`
    select t.relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select r.relname::text from pg_constraint c join pg_class r on r.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as refers
    from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' order by t.relname`)
  const remaining = rows.filter(({ name }) => !UNARCHIVED_TABLES.includes(name))
  const ordered: Table[] = []
  while (remaining.length > 0) {
    const next = remaining.findIndex(({ refers }) => !remaining.some(({ name }) => refers.includes(name)))
    const [table] = remaining.splice(next, next < 0 ? 0 : 1)
    if (!table)
      throw new Error(`Tables refer to one another in a circle: ${remaining.map(({ name }) => name)}`)
    ordered.push({ name: table.name, columns: table.columns })
  }
  return ordered
}

/**
 * Yields a table in parts of about a megabyte: for each row a line of JSON, with each value as PostgreSQL writes it.
 */
export async function* readTable(client: ClientBase, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map((column) => `${quote(column.name)}::text`)
  await client.query(`declare archived no scroll cursor for
    select row_to_json(line)::text as line from (select ${texts} from public.${quote(name)}) line`)
  let part: string[] = []
  let size = 0
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_PER_FETCH} from archived`)
    for (const { line } of rows) {
      part.push(line)
      size += line.length
      if (size < PART_LENGTH) continue
      yield part
      part = []
      size = 0
    }
    if (rows.length < ROWS_PER_FETCH) break
  }
  if (part.length > 0) yield part
  await client.query('close archived')
}

/** Inserts lines of `readTable` into their table. */
export async function writeRows(
  client: ClientBase,
  { name, columns }: Table,
  lines: string[],
): Promise<void> {
  const names = columns.map((column) => quote(column.name))
  const texts = names.map((column) => `${column} text`)
  const values = columns.map((column) => `${quote(column.name)}::${column.type}`)
  await client.query(
    `insert into public.${quote(name)} (${names}) overriding system value
      select ${values} from json_to_recordset($1::json) as line (${texts})`,
    [`[${lines.join(',')}]`],
  )
}

/**
 * Runs `work` without the triggers of these tables. Needs a transaction: if `work` throws, its rollback brings the
 * triggers back.
 */
export async function withoutTriggers(client: ClientBase, tables: Table[], work: () => Promise<void>) {
  const setTriggers = (state: 'disable' | 'enable') =>
    client.query(
      tables.map(({ name }) => `alter table public.${quote(name)} ${state} trigger user`).join(';'),
    )
  await setTriggers('disable')
  await work()
  // PostgreSQL alters no table with constraints that are still to be checked at the end of the transaction.
  await client.query('set constraints all immediate')
  await setTriggers('enable')
}

/**
 * Runs `work`, which may insert a row before the row of the same table that it refers to. Needs a transaction: if
 * `work` throws, its rollback brings the constraints back.
 */
export async function withDeferredSelfReferences(client: ClientBase, work: () => Promise<void>) {
  const { rows: constraints } = await client.query<{ table: string; name: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where contype = 'f' and conrelid = confrelid and not condeferrable
      and connamespace = 'public'::regnamespace`)
  const setTiming = async (timing: string) => {
    for (const { table, name } of constraints)
      await client.query(`alter table ${table} alter constraint ${name} ${timing}`)
  }
  await setTiming('deferrable initially deferred')
  await work()
  await client.query('set constraints all immediate')
  await setTiming('not deferrable')
}

/** Lets each sequence continue after the highest value of its column. */
export async function continueSequences(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    select s.sequence, t.oid::regclass::text as table, quote_ident(a.attname) as column
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    cross join lateral pg_get_serial_sequence(t.oid::regclass::text, a.attname) s(sequence)
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and s.sequence is not null`)
  for (const { sequence, table, column } of rows) {
    await client.query(
      `select setval('${sequence}', coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
    )
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
