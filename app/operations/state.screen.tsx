import { adminFrom } from '../accounts/session/session.server'
import { nextLimitedCourses } from '../courses/table/queries.server'
import { SeatsChart } from '../courses/table/seats-chart'
import { requestsPerWeek } from '../enrolments/review/queries.server'
import { WeeklyChart } from '../enrolments/review/weekly-chart'
import { loadSections } from '../http/toasts.server'
import { InterestList } from '../interests/interest-list'
import { interestsByCourse } from '../interests/queries.server'
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
import './trends.css'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const { loadSection, respond } = loadSections()
  const unread = 'Impossibile leggere lo stato del sito'
  const dataFailed = 'Impossibile caricare i dati'
  const [database, emails, copy, runs, disk, weeks, filling, interests] = await Promise.all([
    loadSection(unread, databaseState(), null),
    loadSection(unread, mailState(), null),
    // Null means that there is no backup, so undefined stands for one that could not be read.
    loadSection(unread, lastBackup(), undefined),
    loadSection(unread, lastRuns(), null),
    diskState().catch(() => null),
    loadSection(dataFailed, requestsPerWeek(admin), null),
    loadSection(dataFailed, nextLimitedCourses(admin), []),
    loadSection(dataFailed, interestsByCourse(admin), []),
  ])
  const { version, builtAt, startedAt, pages } = thisProcess
  const state = {
    now: new Date(),
    startedAt,
    database,
    mail: emails && { ...emails, sends: env.smtpUrl !== undefined },
    backup: copy !== undefined && {
      every: env.backupIntervalHours,
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
    usesS3: env.s3 !== undefined,
    weeks,
    filling,
    interests,
  })
}

export default function StateScreen({ loaderData }: Route.ComponentProps) {
  const { weeks, filling, interests } = loaderData
  return (
    <section className="admin-section" aria-labelledby="stato">
      <PageHead title="Stato del sito" noindex />
      <div className="admin-head">
        <h2 id="stato">Stato del sito</h2>
      </div>
      <AttentionList found={loaderData.attention} />
      <StateFacts state={loaderData} />
      <div className="trends">
        {weeks && <WeeklyChart weeks={weeks} />}
        <SeatsChart courses={filling} />
        <InterestList courses={interests} />
      </div>
    </section>
  )
}
