import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { aProgram } from '../../tests/process'
import type { Crowd } from '../../tests/programs/crowd'
import { form, type Site } from './running-site'

/** Fills an empty database; see crowd.ts. */
export async function aCrowd(settings: Record<string, string>): Promise<Crowd> {
  const program = aProgram('crowd', { DATABASE_URL: '', ...settings })
  if ((await program.exited) !== 0) throw new Error(program.complaints())
  return JSON.parse(program.lines.at(-1) ?? '')
}

/** A day on which a payment may have come. */
const DAY = '01/10/2026'

let senders = 0

/** A message by the contact form: its e-mail address is how it is found again. */
export function aMessage({ timestamp }: Crowd) {
  const email = `mittente${process.pid}-${++senders}@example.it`
  const fields = {
    fullName: 'Bea Verdi',
    email,
    phone: '0734 654321',
    courseInterest: 'Uno',
    message: 'Ciao, '.repeat(500),
  }
  return { email, form: form({ ...fields, privacy: 'on', timestamp }) }
}

/** What people and the office were told has been done. */
export type Acknowledged = {
  messages: string[]
  requests: string[]
  approvals: string[]
  payments: string[]
  undos: string[]
}

export const nothingDone = (): Acknowledged => ({
  messages: [],
  requests: [],
  approvals: [],
  payments: [],
  undos: [],
})

/**
 * People write to a site, each as fast as it answers, until `signal` says stop or the site is gone: messages by the
 * contact form, requests for courses, approvals and payments by the office, and some of these taken back. What was acknowledged is
 * noted in `done`.
 */
export async function everybodyWrites(site: Site, crowd: Crowd, done: Acknowledged, signal: AbortSignal) {
  async function keepOn(write: () => Promise<void>) {
    while (!signal.aborted) await write().catch(() => pause(20))
  }

  const messages = () =>
    keepOn(async () => {
      const { email, form } = aMessage(crowd)
      const response = await site.ask('/contatti', form)
      if (response.status === 302) done.messages.push(email)
      await response.arrayBuffer()
    })

  const requests = () =>
    keepOn(async () => {
      const asked = nextPair(crowd)
      if (!asked) return pause(100)
      const { member, course } = asked
      const response = await site.ask('/functions/v1/enroll_user_in_courses', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: member.cookie },
        body: JSON.stringify({ course_ids: [course.id] }),
      })
      const { enrolled = [] } = (await response.json()) as { enrolled?: unknown[] }
      if (enrolled.length > 0) done.requests.push(`${member.email} ${course.id}`)
    })

  const approvals = () =>
    keepOn(async () => {
      const headers = { Cookie: crowd.admin.cookie }
      const page = await (await site.ask('/admin', { headers })).text()
      const ids = [...page.matchAll(/<button[^>]*\bname="enrolment"[^>]*/g)].flatMap(
        ([button]) => /\bvalue="([\w-]+)"/.exec(button)?.[1] ?? [],
      )
      if (ids.length === 0) await pause(50)
      for (const enrolment of ids) {
        if (signal.aborted) return
        const response = await site.ask('/admin', form({ intent: 'approve', enrolment }, crowd.admin.cookie))
        if (response.status === 302) done.approvals.push(enrolment)
        await response.arrayBuffer()
      }
    })

  /** What the latest approvals owe, once each: older ones may have been taken back. */
  const payments = () => {
    const tried = new Set<string>()
    return keepOn(async () => {
      const enrolment = done.approvals.findLast((id) => !tried.has(id))
      if (!enrolment) return pause(20)
      tried.add(enrolment)
      const key = randomUUID()
      const fields = { direction: 'in', amount: '100', receivedOn: DAY, method: 'transfer', note: '' }
      const response = await site.ask(
        `/admin/iscrizioni/${enrolment}/incasso`,
        form({ ...fields, key, known: '0', confirmed: '' }, crowd.admin.cookie),
      )
      if (toastOf(response).includes('Incasso registrato')) done.payments.push(key)
      await response.arrayBuffer()
    })
  }

  const undos = () =>
    keepOn(async () => {
      const headers = { Cookie: crowd.admin.cookie }
      const page = await (await site.ask('/admin/decisioni', { headers })).text()
      const [, decision] = /action="\/admin\/decisioni\/([\w-]+)\/ripristina"/.exec(page) ?? []
      if (!decision) return pause(50)
      const undo = `/admin/decisioni/${decision}/ripristina`
      const response = await site.ask(undo, form({ torna: '/admin/decisioni' }, crowd.admin.cookie))
      if (toastOf(response).includes('Ripristinato')) done.undos.push(decision)
      await response.arrayBuffer()
      await pause(250)
    })

  await Promise.all([messages(), messages(), requests(), requests(), approvals(), payments(), undos()])
}

/** The toast that a redirect carries to the next page, as JSON; '' without one. */
function toastOf(response: Response): string {
  const [, value = ''] = /avviso=([^;]+)/.exec(response.headers.getSetCookie().join('\n')) ?? []
  return Buffer.from(decodeURIComponent(value).split('.')[0] ?? '', 'base64').toString()
}

const asked = new WeakMap<Crowd, number>()

/** Every pair of a member and a course once, the members in turn, for each may ask twenty times in an hour. */
function nextPair(crowd: Crowd) {
  const number = asked.get(crowd) ?? 0
  asked.set(crowd, number + 1)
  const member = crowd.members[number % crowd.members.length]
  const course = crowd.courses[Math.floor(number / crowd.members.length)]
  return member && course && { member, course }
}

/**
 * Changes that are not whole: each must stand with its entry in the activity log and its e-mails, and nothing may be
 * told of what has not happened. One row for each, which says what it lacks.
 */
const HALF_WRITES = `
  with links as (
    select link.id::text, link.status, person.email from user_courses link join profiles person on person.id = user_id),
  entries as (select entity_id as id, action, entity_type, details from audit_logs),
  emails as (select kind, count(*) from outgoing_mail group by kind)
  select 'message without entry' as lacks, id::text from contact_submissions
    where id::text not in (select id from entries where entity_type = 'contact_submissions')
  union all select 'message without e-mail', id::text from contact_submissions message
    where not exists (select from outgoing_mail where kind = 'contact-for-office' and reply_to = message.email)
  union all select 'request without entry', id from links
    where id not in (select id from entries where entity_type = 'user_courses' and action = 'create')
  union all select 'approval without entry', id from links where status = 'approved'
    and id not in (select id from entries where action = 'update' and details #>> '{new,status}' = 'approved')
  union all select 'entry without change', id from entries where entity_type = 'user_courses'
    and id not in (select id from links)
  union all select 'entry without message', id from entries where entity_type = 'contact_submissions'
    and id not in (select id::text from contact_submissions)
  union all select 'entry without approval', id from entries where details #>> '{new,status}' = 'approved'
    and id not in (select id from links where status = 'approved')
    and id not in (select id from entries where details ->> 'undone' = 'true')
  union all select 'payment without entry', id::text from payments
    where id::text not in (select id from entries where entity_type = 'payments' and action = 'create')
  union all select 'entry without payment', id from entries where entity_type = 'payments' and action = 'create'
    and id not in (select id::text from payments)
    and id not in (select id from entries where entity_type = 'payments' and action = 'delete')
  union all select 'payment and its withdrawal', id from entries where entity_type = 'payments' and action = 'delete'
    and id in (select id::text from payments)
  union all select 'approval without dues', id from links where status = 'approved'
    and id not in (select enrolment_id::text from dues)
  union all select 'undone decision without entry', enrolment_id::text from decision_rows
    join decisions on decisions.id = decision_id where undone_at is not null and decisions.kind <> 'payment'
    and enrolment_id::text not in (select id from entries where details ->> 'undone' = 'true')
  union all select 'undone decision with an e-mail', decision_id::text from outgoing_mail
    join decisions on decisions.id = decision_id where undone_at is not null
  union all select 'undone decision on an enrolment', user_courses.id::text from user_courses
    join decisions on decisions.id = decision_id where undone_at is not null
  union all select kind || ' ' || wanted.count || ' times, not ' || coalesce(emails.count, 0), '' from (
      select 'request-received' as kind, count(*) from links
      union all select 'request-for-office', count(*) from links
      union all select 'request-approved', count(*) from links where status = 'approved'
      union all select 'payment-received', count(*) from payments
      union all select 'contact-for-office', count(*) from contact_submissions) wanted
    left join emails using (kind) where wanted.count <> coalesce(emails.count, 0)`

/** What was acknowledged and is not there, and what is there by half. */
export async function findLosses(client: ClientBase, done: Acknowledged) {
  const column = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows.flat()
  const missing = (wanted: string[], there: string[]) => wanted.filter((item) => !there.includes(item))
  const lost = [
    ...missing(done.messages, await column('select email from contact_submissions')),
    ...missing(
      done.requests,
      await column(`select email || ' ' || course_id from user_courses join profiles p on p.id = user_id`),
    ),
    ...missing(
      done.approvals,
      await column(`select id::text from user_courses where status = 'approved'
        union select entity_id from audit_logs where details ->> 'undone' = 'true'`),
    ),
    ...missing(
      done.payments,
      await column(`select id::text from payments
        union select entity_id from audit_logs where entity_type = 'payments' and action = 'delete'`),
    ),
    ...missing(done.undos, await column('select id::text from decisions where undone_at is not null')),
  ]
  const { rows: halves } = await client.query(HALF_WRITES)
  return { lost, halves }
}
