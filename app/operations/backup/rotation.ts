import { format, parseISO, subDays } from 'date-fns'
import { RETENTION } from '../../privacy/retention.rules'
import { today } from '../../runtime/clock'

/** How many days and weeks keep their last archive. Days and weeks without archives are not counted. */
const DAYS = 7
const WEEKS = 4

const ARCHIVE_NAME = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/

/** Returns the name of an archive, with its time in UTC: `backup-2026-11-21T221000Z.tar.gz`. */
export function archiveName(moment: Date): string {
  return `backup-${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
}

/** Reads the time from the name of an archive; undefined for other files. */
export function archiveMoment(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = ARCHIVE_NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/**
 * Returns the archives to delete among the files of a folder: those that neither `DAYS` nor `WEEKS` keep, and those
 * older than `RETENTION.backupDays`, as the privacy policy says. The newest archive is never deleted.
 */
export function archivesToDelete(names: string[], now: Date): string[] {
  const archives = names
    .flatMap((name) => ({ name, moment: archiveMoment(name) }))
    .filter((archive): archive is { name: string; moment: Date } => archive.moment !== undefined)
    .sort((a, b) => b.moment.getTime() - a.moment.getTime())
  const lastOfEach = (period: (moment: Date) => string, count: number) =>
    [...Map.groupBy(archives, ({ moment }) => period(moment)).values()].slice(0, count).map(([last]) => last)
  const keptArchives = [...lastOfEach(today, DAYS), ...lastOfEach(isoWeek, WEEKS)].filter(
    (archive) => archive === archives[0] || (archive && archive.moment > subDays(now, RETENTION.backupDays)),
  )
  return archives.filter((archive) => !keptArchives.includes(archive)).map(({ name }) => name)
}

/** The ISO week of a moment in Italy: '2027-05'. */
const isoWeek = (moment: Date) => format(parseISO(today(moment)), 'RRRR-II')
