import { format, parseISO, subDays } from 'date-fns'
import { KEPT } from '../../privacy/rules'
import { today } from '../../runtime/clock'

/** How many archives stay: the last of each of the newest days, and the last of each of the newest weeks. */
const DAYS = 7
const WEEKS = 4

const NAME = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/

/** What the archive of a moment is called: `backup-2026-11-21T221000Z.tar.gz`, in UTC. */
export function archiveName(moment: Date): string {
  return `backup-${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
}

/** The moment at which an archive of this name was begun; undefined for other files. */
export function momentOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/**
 * Which of the files in a folder are archives that have had their time. The newest archive always stays; no other
 * stays longer than `KEPT.backupDays`, in which the privacy policy says that deleted data are gone.
 */
export function outdated(names: string[], now: Date): string[] {
  const archives = names
    .flatMap((name) => ({ name, moment: momentOf(name) }))
    .filter((archive): archive is { name: string; moment: Date } => archive.moment !== undefined)
    .sort((a, b) => b.moment.getTime() - a.moment.getTime())
  const lastOfEach = (period: (moment: Date) => string, count: number) =>
    [...Map.groupBy(archives, ({ moment }) => period(moment)).values()].slice(0, count).map(([last]) => last)
  const kept = [...lastOfEach(today, DAYS), ...lastOfEach(week, WEEKS)].filter(
    (archive) => archive === archives[0] || (archive && archive.moment > subDays(now, KEPT.backupDays)),
  )
  return archives.filter((archive) => !kept.includes(archive)).map(({ name }) => name)
}

const week = (moment: Date) => format(parseISO(today(moment)), 'RRRR-II')
