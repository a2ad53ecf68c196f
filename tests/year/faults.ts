/** Faults of the site that the simulation must find: each changes statements, or the database, while it runs. */
import { sql } from 'drizzle-orm'
import { db } from '../../app/database/client.server'
import { rewriteStatements } from '../statements'

/** `seed`: of the plan that has an occasion for it, if not that of the others. */
type Fault = { name: string; spoil: () => Promise<() => unknown>; seed?: number | undefined }

/** Changes statements, those with `value` alone. Throws at the end if it has changed none. */
const inStatements = (
  name: string,
  pattern: RegExp,
  instead: string,
  { value, seed }: { value?: string; seed?: number } = {},
): Fault => ({
  name,
  seed,
  spoil: async () => {
    let changed = 0
    const restore = rewriteStatements((text, values) => {
      if (value && !(Array.isArray(values) && values.includes(value))) return text
      const spoilt = text.replace(pattern, instead)
      if (spoilt !== text) changed += 1
      return spoilt
    })
    return () => {
      restore()
      if (changed === 0) throw new Error(`The fault changes no statement: ${name}`)
    }
  },
})

const trigger = (name: string, table: string, triggers: string[]): Fault => {
  const all = (change: string) =>
    db.execute(
      sql.raw(
        triggers.map((triggerName) => `alter table ${table} ${change} trigger ${triggerName}`).join(';'),
      ),
    )
  return {
    name,
    spoil: async () => {
      await all('disable')
      return () => all('enable')
    },
  }
}

export const FAULTS: Fault[] = [
  inStatements(
    'an offered seat counts as free under the lock',
    /(from "seat_offers" where \("seat_offers"."course_id" in \([^)]*\)) and/,
    '$1 and false and',
  ),
  inStatements('a release that can be undone is offered', /open\.held_until > now\(\)/g, 'false'),
  inStatements(
    'an offer is accepted after its end',
    /"expires_at" <= clock_timestamp\(\),/,
    '"expires_at" is null,',
  ),
  inStatements(
    'a seat is offered to somebody who is not admitted',
    /w\.admitted_at is not null as "isAdmitted"/,
    'true as "isAdmitted"',
  ),
  inStatements('whom the office has moved up has no priority', /\(-w\.priority/g, '(0'),
  inStatements('the list is in the order of ids', /w\.waiting_since, w\.requested_at, w\.id\)/g, 'w.id)'),
  inStatements(
    'an expired offer leaves the place on the list',
    /"waiting_since" = (\$\d+)(?=, "priority")/,
    '"waiting_since" = coalesce($1::timestamptz, "waiting_since")',
  ),
  inStatements('declining leaves the offer open', /^update "seat_offers" .* where/s, '$& false and', {
    value: 'declined',
  }),
  trigger('offers are not counted', 'seat_offers', [
    'count_offers_of_come',
    'count_offers_of_gone',
    'count_offers_of_moved',
  ]),
  inStatements(
    'the e-mails of a decision leave at once',
    /("outgoing_mail"."failed_at" is null) and \("outgoing_mail"."due_at" <= now\(\)/,
    '$1 and (true',
  ),
  inStatements('undoing leaves the e-mails', /^delete from "outgoing_mail" where/, '$& false and'),
  inStatements(
    'an attestato skips a number',
    /^insert into "certificate_numbers" .* set "last" = "certificate_numbers"."last" \+ \$\d+/,
    '$& + 1',
    { seed: 1 },
  ),
  inStatements(
    'an attestato says other hours than the registers',
    /coalesce\(sum\(mark\.minutes\), 0\)::int/,
    '$& + 1',
    { seed: 1 },
  ),
  inStatements('a payment that is taken back stays', /^delete from "payments" where/, '$& false and'),
  inStatements(
    'a move leaves the payments behind',
    /^update "payments" set "enrolment_id" = \$1 where/,
    '$& false and',
  ),
  trigger('payments are not counted', 'payments', ['balances_after_insert', 'balances_after_delete']),
]
