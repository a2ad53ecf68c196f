import { format, parseISO, subDays } from 'date-fns'
import { RETENTION } from '../../privacy/retention.rules'
import { today } from '../../runtime/clock'

/** The last archive of each of so many days, and of so many weeks, is kept: the most recent ones that have archives. */
const DAYS = 7
const WEEKS = 4

const NAME = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/

/** Returns the name of an archive, with its time in UTC: `backup-2026-11-21T221000Z.tar.gz`. */
export function archiveName(moment: Date): string {
  return `backup-${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
}

/** Reads the time from the name of an archive; undefined for other files. */
export function momentOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/**
 * Returns the archives to delete among the files of a folder. The newest is kept; others for `RETENTION.backupDays` at
 * most, as the privacy policy says.
 */
export function outdated(names: string[], now: Date): string[] {
  const archives = names
    .flatMap((name) => ({ name, moment: momentOf(name) }))
    .filter((archive): archive is { name: string; moment: Date } => archive.moment !== undefined)
    .sort((a, b) => b.moment.getTime() - a.moment.getTime())
  const lastOfEach = (period: (moment: Date) => string, count: number) =>
    [...Map.groupBy(archives, ({ moment }) => period(moment)).values()].slice(0, count).map(([last]) => last)
  const keptArchives = [...lastOfEach(today, DAYS), ...lastOfEach(week, WEEKS)].filter(
    (archive) => archive === archives[0] || (archive && archive.moment > subDays(now, RETENTION.backupDays)),
  )
  return archives.filter((archive) => !keptArchives.includes(archive)).map(({ name }) => name)
}

/** The ISO week of a moment in Italy: '2027-05'. */
const week = (moment: Date) => format(parseISO(today(moment)), 'RRRR-II')
