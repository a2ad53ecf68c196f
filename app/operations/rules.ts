import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { href } from 'react-router'
import { formatBytes } from '../italian/file-sizes'
import { formatSpan } from '../italian/spans'

const GB = 1024 ** 3

/**
 * Thresholds of a warning: milliseconds of a query, age of a waiting e-mail in milliseconds, free bytes and their share
 * of the disk.
 */
const SLOW_QUERY = 500
const LATE_EMAIL = 15 * millisecondsInMinute
const FEW_BYTES = GB
const SMALL_SHARE = 0.05
/** Age of the last backup, in milliseconds, from which a site without automatic backups has a warning. */
const OLD_BACKUP = 30 * millisecondsInDay
/** Milliseconds by which a recorded date may be in the future, since clocks of several machines differ. */
const CLOCK_SKEW = 5 * millisecondsInMinute

/** The state of the site. A part is null, `backup` false, if it could not be read. */
export type State = {
  now: Date
  /** When this process started. */
  startedAt: Date
  /** `ms`: milliseconds of a minimal query. */
  database: { ms: number } | null
  /**
   * `failed`: the undelivered e-mails to warn of; `oldest`: since when the oldest e-mail that waits may leave; `sends`:
   * whether there is a mail server; `lastSent`: absent where it is not read.
   */
  mail: {
    waiting: number
    failed: number
    oldest: Date | null
    sends: boolean
    lastSent?: Date | null
  } | null
  /** `everyHours`: 0 without automatic backups; `lastFailed`: whether the last backup, automatic or not, failed. */
  backup: { everyHours: number; lastSuccess: { at: Date } | null; lastFailed: boolean } | false
  /** In bytes. */
  disk: { free: number; size: number } | null
  /** `last`: the last result and when that run ended; null before the first one. */
  tasks: { label: string; everySeconds: number; last: { at: Date; ok: boolean } | null }[] | null
}

/** What the office should know of the site: a fact, and what to do about it. */
export type SiteWarning = { fact: string; advice: string; link?: { page: string; label: string } }

const TELL_OPERATOR = 'Avvisa chi gestisce il server.'

/** Returns the warnings about the state of the site, the most urgent first. */
export function findSiteWarnings(state: State): SiteWarning[] {
  const { now, database, mail, backup, disk, tasks } = state
  const warnings: (SiteWarning | false | null)[] = [
    !database && {
      fact: 'Il database non risponde.',
      advice: `Le pagine pubbliche restano visibili, ma nessuno può accedere né iscriversi. ${TELL_OPERATOR}`,
    },
    database &&
      database.ms > SLOW_QUERY && {
        fact: 'Il database risponde lentamente.',
        advice: `Se tra un’ora è ancora così: ${TELL_OPERATOR.toLowerCase()}`,
      },
    clockWarning(state),
    disk &&
      (disk.free < FEW_BYTES || disk.free < disk.size * SMALL_SHARE) && {
        fact: `Lo spazio sul disco sta per finire: restano ${formatBytes(disk.free)}.`,
        advice: `${TELL_OPERATOR} Quando è finito, il sito non può più salvare nulla.`,
      },
    backup && backupWarning(backup, state),
    mail && !mail.sends && mail.waiting > 0
      ? {
          fact:
            mail.waiting === 1
              ? 'Un’email non può partire: non c’è un server di posta.'
              : `${mail.waiting} email non possono partire: non c’è un server di posta.`,
          advice: `${mail.waiting === 1 ? 'Nessuno la riceve finché non c’è: la leggi qui.' : 'Nessuno le riceve finché non c’è: le leggi qui.'} ${TELL_OPERATOR}`,
          link: { page: href('/admin/mail'), label: 'Email del sito' },
        }
      : null,
    mail?.sends && mail.oldest && now.getTime() - mail.oldest.getTime() > LATE_EMAIL
      ? {
          fact: `Un’email aspetta di partire da ${formatSpan(now.getTime() - mail.oldest.getTime())}.`,
          advice: `Il sito riprova da sé. L’elenco dice il motivo: se non è la casella di chi la riceve, ${TELL_OPERATOR.toLowerCase()}`,
          link: { page: href('/admin/mail'), label: 'Email del sito' },
        }
      : null,
    ...(tasks ?? []).map((task) => taskWarning(task, state)),
    // After what may keep every e-mail from leaving, so that one failure does not hide an outage.
    mail &&
      mail.failed > 0 && {
        fact:
          mail.failed === 1
            ? 'Un’email non è stata consegnata.'
            : `${mail.failed} email non sono state consegnate.`,
        advice:
          mail.failed === 1
            ? 'Guarda a chi era diretta: inviala di nuovo, o avvisa quella persona in un altro modo.'
            : 'Guarda a chi erano dirette: inviale di nuovo, o avvisa quelle persone in un altro modo.',
        link: { page: href('/admin/mail'), label: 'Email del sito' },
      },
    backup && manualBackupWarning(backup, state),
  ]
  return warnings.filter((warning): warning is SiteWarning => Boolean(warning))
}

/** Warns of a wrong clock, which a recorded date in the future shows. */
function clockWarning({ now, mail, backup, tasks }: State): SiteWarning | null {
  const recordedDates = [
    mail?.lastSent,
    backup ? backup.lastSuccess?.at : null,
    ...(tasks ?? []).map(({ last }) => last?.at),
  ]
  const ahead = Math.max(0, ...recordedDates.map((at) => (at ? at.getTime() - now.getTime() : 0)))
  if (ahead <= CLOCK_SKEW) return null
  return {
    fact: `L’orologio del server è stato spostato: una data registrata è avanti di ${formatSpan(ahead)}.`,
    advice:
      'Limiti, lavori periodici, email e copie non aspettano quella data. Avvisa chi gestisce il server: data e ora vanno controllate.',
  }
}

/**
 * Warns if the last backup failed, automatic or not; or, on a site with automatic backups, if the last success (without
 * one, the start of this process) is more than twice their period ago.
 */
function backupWarning(
  { everyHours, lastSuccess, lastFailed }: Exclude<State['backup'], false>,
  { now, startedAt }: State,
): SiteWarning | null {
  if (lastFailed)
    return {
      fact: 'L’ultima copia di sicurezza non è riuscita.',
      advice:
        everyHours === 0
          ? TELL_OPERATOR
          : `Il sito riprova ogni ora. Se domani lo leggi ancora: ${TELL_OPERATOR.toLowerCase()}`,
    }
  const age = now.getTime() - (lastSuccess?.at ?? startedAt).getTime()
  if (everyHours === 0 || age <= 2 * everyHours * millisecondsInHour) return null
  return {
    fact: lastSuccess ? lastBackupFact(age) : NO_BACKUP,
    advice: `Dovrebbe essercene una ogni ${everyHours === 1 ? 'ora' : `${everyHours} ore`}. ${TELL_OPERATOR}`,
  }
}

/** Warns of a missing or old backup on a site without automatic backups. */
function manualBackupWarning(
  { everyHours, lastSuccess, lastFailed }: Exclude<State['backup'], false>,
  { now }: State,
): SiteWarning | null {
  if (everyHours > 0 || lastFailed) return null
  const age = lastSuccess && now.getTime() - lastSuccess.at.getTime()
  if (age !== null && age <= OLD_BACKUP) return null
  return {
    fact: age === null ? NO_BACKUP : lastBackupFact(age),
    advice: `Il sito non ne fa da solo: va chiesta. ${TELL_OPERATOR}`,
  }
}

const NO_BACKUP = 'Non c’è ancora nessuna copia di sicurezza.'
const lastBackupFact = (age: number) => `L’ultima copia di sicurezza è di ${formatSpan(age)} fa.`

/**
 * Warns if the last run of a task failed, or if none has ended for twice its period and an hour. A process that started
 * less than an hour ago has not had the time to run every task.
 */
function taskWarning(
  { label, everySeconds, last }: NonNullable<State['tasks']>[number],
  { now, startedAt }: State,
): SiteWarning | null {
  if (last && !last.ok)
    return {
      fact: `Un lavoro periodico non è riuscito: «${label}».`,
      advice: `Il sito riprova da sé. Se domani lo leggi ancora: ${TELL_OPERATOR.toLowerCase()}`,
    }
  const uptime = now.getTime() - startedAt.getTime()
  const sinceLastRun = last ? now.getTime() - last.at.getTime() : uptime
  const patience = 2 * everySeconds * 1000 + millisecondsInHour
  if (sinceLastRun <= patience || uptime <= millisecondsInHour) return null
  return { fact: `Un lavoro periodico è fermo: «${label}».`, advice: TELL_OPERATOR }
}
