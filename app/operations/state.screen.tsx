import { adminFrom } from '../accounts/session/session.server'
import { loadSections } from '../http/toasts.server'
import { env } from '../runtime/env.server'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/state.screen'
import { AttentionList } from './attention-list'
import { lastBackup } from './backup/state.server'
import { thisProcess } from './process.server'
import { attention } from './rules'
import { TASKS } from './schedule.server'
import { databaseState, diskState, mailState } from './state.queries.server'
import { StateFacts } from './state-facts'
import { lastRuns } from './task-runs.server'

export async function loader({ context }: Route.LoaderArgs) {
  adminFrom(context)
  const { loadSection, respond } = loadSections()
  const unread = 'Impossibile leggere lo stato del sito'
  const [database, emails, copy, runs, disk] = await Promise.all([
    loadSection(unread, databaseState(), null),
    loadSection(unread, mailState(), null),
    loadSection(unread, lastBackup(), undefined),
    loadSection(unread, lastRuns(), null),
    diskState().catch(() => null),
  ])
  const { version, builtAt, startedAt, pages } = thisProcess
  const state = {
    now: new Date(),
    startedAt,
    database,
    mail: emails && { ...emails, sends: env.smtpUrl !== undefined },
    backup: copy !== undefined && {
      every: env.backupEvery,
      done: copy?.done ?? null,
      failed: copy?.error !== undefined,
    },
    disk,
    tasks: runs && TASKS.map(({ name, label, every }) => ({ label, every, last: runs.get(name) ?? null })),
  }
  return respond({
    ...state,
    attention: attention(state),
    program: { version, builtAt, node: process.version },
    pages: pages?.state(),
    inStore: env.s3 !== undefined,
  })
}

export default function StateScreen({ loaderData }: Route.ComponentProps) {
  return (
    <section className="admin-row" aria-labelledby="stato">
      <PageHead title="Stato del sito" noindex />
      <div className="admin-head">
        <h2 id="stato">Stato del sito</h2>
      </div>
      <AttentionList found={loaderData.attention} />
      <StateFacts state={loaderData} />
    </section>
  )
}
