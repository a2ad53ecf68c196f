import { adminFrom } from '../accounts/session/session.server'
import { coursesForSeatsChart } from '../courses/table/queries.server'
import { SeatsChart } from '../courses/table/seats-chart'
import { requestsPerWeek } from '../enrolments/review/queries.server'
import { WeeklyChart } from '../enrolments/review/weekly-chart'
import { loadSections } from '../http/toasts.server'
import { InterestList } from '../interests/interest-list'
import { interestsByCourse } from '../interests/queries.server'
import { env } from '../runtime/env.server'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/state.screen'
import { lastBackup } from './backup/state.server'
import { thisProcess } from './process.server'
import { findSiteWarnings } from './rules'
import { TASKS } from './schedule.server'
import { databaseState, diskState, mailState } from './state.queries.server'
import { StateFacts } from './state-facts'
import { lastRuns } from './task-runs.server'
import { WarningList } from './warning-list'
import './trends.css'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const { loadSection, respond } = loadSections()
  const stateError = 'Impossibile leggere lo stato del sito'
  const trendsError = 'Impossibile caricare i dati'
  const [database, mail, backup, runs, disk, weeks, limitedCourses, interests] = await Promise.all([
    loadSection(stateError, databaseState(), null),
    loadSection(stateError, mailState(), null),
    // Null means that there is no backup, so undefined stands for one that could not be read.
    loadSection(stateError, lastBackup(), undefined),
    loadSection(stateError, lastRuns(), null),
    diskState().catch(() => null),
    loadSection(trendsError, requestsPerWeek(admin), null),
    loadSection(trendsError, coursesForSeatsChart(admin), []),
    loadSection(trendsError, interestsByCourse(admin), []),
  ])
  const { version, builtAt, startedAt, pageCache } = thisProcess
  const state = {
    now: new Date(),
    startedAt,
    database,
    mail: mail && { ...mail, sends: env.smtpUrl !== undefined },
    backup: backup !== undefined && {
      everyHours: env.backupIntervalHours,
      lastSuccess: backup?.lastSuccess ?? null,
      lastFailed: backup?.error !== undefined,
    },
    disk,
    tasks:
      runs &&
      TASKS.map(({ name, label, everySeconds }) => ({ label, everySeconds, last: runs.get(name) ?? null })),
  }
  return respond({
    ...state,
    warnings: findSiteWarnings(state),
    program: { version, builtAt, node: process.version },
    pages: pageCache?.state(),
    usesS3: env.s3 !== undefined,
    weeks,
    limitedCourses,
    interests,
  })
}

export default function StateScreen({ loaderData }: Route.ComponentProps) {
  const { warnings, weeks, limitedCourses, interests } = loaderData
  return (
    <section className="admin-section" aria-labelledby="stato">
      <PageHead title="Stato del sito" noindex />
      <div className="admin-head">
        <h2 id="stato">Stato del sito</h2>
      </div>
      <WarningList warnings={warnings} />
      <StateFacts state={loaderData} />
      <div className="trends">
        {weeks && <WeeklyChart weeks={weeks} />}
        <SeatsChart courses={limitedCourses} />
        <InterestList courses={interests} />
      </div>
    </section>
  )
}
