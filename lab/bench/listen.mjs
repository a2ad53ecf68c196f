// Records the site's statements, for `npm run bench:growth`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { MEMBER, median, signIn, startSite } from './site.mjs'

/** Recorded requests per address. */
const LISTENED = 3
/** Growing tables: no plan may read one sequentially. */
const BIG =
  'courses|profiles|user_courses|audit_logs|outgoing_mail|contact_submissions|sessions|course_sessions|course_documents|attendance|dues|payments|balances'
/** Milliseconds until the first round of the schedule is over. It starts five seconds after the site. */
export const FIRST_ROUND = 9_000

const preload = fileURLToPath(new URL('statements.mjs', import.meta.url))

/**
 * Records the statements of the schedule, of every address (`emailAddressesOf`) and of a deletion of an account.
 * @returns `spoken`: `name`, `statements` and, of an address, the `slowest` in milliseconds; `plans`, if `explained`:
 * sequential reads of big tables, and how many were `checked`
 */
export async function listen(port, database, emailAddressesOf, explained) {
  const file = join(database.DATA_DIR, 'statements.jsonl')
  writeFileSync(file, '')
  const site = await startSite(port, { ...database, STATEMENTS: file }, preload)
  const heard = () => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    writeFileSync(file, '')
    return lines.map((line) => JSON.parse(line))
  }
  const spoken = []
  const note = (name) => {
    const statements = heard().filter(({ text }) => !/^(begin|commit|rollback|set |show )/i.test(text))
    spoken.push({ name, statements })
  }
  try {
    note('start of the server')
    await new Promise((resolve) => setTimeout(resolve, FIRST_ROUND))
    note('first round of the schedule')
    for (const { name, get } of await emailAddressesOf(site)) {
      const rounds = []
      for (let round = 0; round < LISTENED; round++) {
        heard()
        await get()
        rounds.push(heard())
      }
      const slowest = median(rounds.map((statements) => Math.max(0, ...statements.map(({ ms }) => ms))))
      spoken.push({ name, slowest, statements: rounds[0] })
    }
    const cookie = await signIn(site.url, MEMBER)
    heard()
    const body = new URLSearchParams({ current: MEMBER.password })
    const response = await fetch(`${site.url}/dashboard/elimina`, {
      ...{ method: 'POST', body, headers: { cookie }, redirect: 'manual' },
    })
    if (response.status !== 302) throw new Error(`The account was not deleted: ${response.status}`)
    note('deletion of an account')
  } finally {
    await site.stop()
  }
  const plans = explained ? await sequential(database, spoken) : []
  return { spoken, plans }
}

async function sequential({ DATABASE_URL }, spoken) {
  const client = new pg.Client({ connectionString: DATABASE_URL, options: '-c random_page_cost=1.1' })
  await client.connect()
  const known = new Set()
  const found = []
  for (const { name, statements } of spoken) {
    for (const { text, values } of statements) {
      if (known.has(text) || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue
      const { rows } = await client.query(`explain ${text}`, values)
      known.add(text)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const scan = new RegExp(`Seq Scan on (${BIG})\\b`).exec(plan)
      if (scan) found.push({ name, table: scan[1], text, plan })
    }
  }
  await client.end()
  return Object.assign(found, { checked: known.size })
}
