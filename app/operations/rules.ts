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
/** Age of the last backup, in milliseconds, that is a warning on a site without automatic backups. */
const OLD_BACKUP = 30 * millisecondsInDay
/** Milliseconds by which a recorded date may be in the future. */
const SKEW = 5 * millisecondsInMinute

/** The state of the site. Null, or false for `backup`: could not be read. */
export type State = {
  now: Date
  /** When this process started. */
  startedAt: Date
  /** `ms`: milliseconds of a minimal query. */
  database: { ms: number } | null
  /** `oldest`: when the oldest e-mail that waits was written; `sends`: whether there is a mail server. */
  mail: {
    waiting: number
    failed: number
    oldest: Date | null
    sends: boolean
    lastSent?: Date | null
  } | null
  /** `every` in hours; 0: no automatic backups. `done`: the last success; `failed`: whether the last backup failed. */
  backup: { every: number; done: { at: Date } | null; failed: boolean } | false
  /** In bytes. */
  disk: { free: number; size: number } | null
  /** `every` in seconds; `last`: the last result, null before the first one. */
  tasks: { label: string; every: number; last: { at: Date; ok: boolean } | null }[] | null
}

/** What the office should know: a fact, and what to do about it. */
export type Attention = { fact: string; advice: string; to?: { page: string; label: string } }

const TELL_KEEPER = 'Avvisa chi gestisce il server.'

/** Returns what needs attention, the most urgent first. */
export function attention(state: State): Attention[] {
  const { now, database, mail, backup, disk, tasks } = state
  const found: (Attention | false | null)[] = [
    !database && {
      fact: 'Il database non risponde.',
      advice: `Le pagine pubbliche restano visibili, ma nessuno può accedere né iscriversi. ${TELL_KEEPER}`,
    },
    database &&
      database.ms > SLOW_QUERY && {
        fact: 'Il database risponde lentamente.',
        advice: `Se tra un’ora è ancora così: ${TELL_KEEPER.toLowerCase()}`,
      },
    clockAttention(state),
    disk &&
      (disk.free < FEW_BYTES || disk.free < disk.size * SMALL_SHARE) && {
        fact: `Lo spazio sul disco sta per finire: restano ${formatBytes(disk.free)}.`,
        advice: `${TELL_KEEPER} Quando è finito, il sito non può più salvare nulla.`,
      },
    backup && backupAttention(backup, state),
    mail &&
      mail.failed > 0 && {
        fact:
          mail.failed === 1
            ? 'Un’email non è stata consegnata.'
            : `${mail.failed} email non sono state consegnate.`,
        advice: 'Guarda a chi erano dirette: inviale di nuovo, o avvisa quelle persone in un altro modo.',
        to: { page: href('/admin/mail'), label: 'Email del sito' },
      },
    mail && !mail.sends && mail.waiting > 0
      ? {
          fact:
            mail.waiting === 1
              ? 'Un’email non può partire: non c’è un server di posta.'
              : `${mail.waiting} email non possono partire: non c’è un server di posta.`,
          advice: `Nessuno le riceve finché non c’è: le leggi qui. ${TELL_KEEPER}`,
          to: { page: href('/admin/mail'), label: 'Email del sito' },
        }
      : null,
    mail?.sends && mail.oldest && now.getTime() - mail.oldest.getTime() > LATE_EMAIL
      ? {
          fact: `Un’email aspetta di partire da ${formatSpan(now.getTime() - mail.oldest.getTime())}.`,
          advice: `Il sito riprova da sé. L’elenco dice il motivo: se non è la casella di chi la riceve, ${TELL_KEEPER.toLowerCase()}`,
          to: { page: href('/admin/mail'), label: 'Email del sito' },
        }
      : null,
    ...(tasks ?? []).map((task) => taskAttention(task, state)),
    backup && missingBackupAttention(backup, state),
  ]
  return found.filter((attention): attention is Attention => Boolean(attention))
}

/** Warns of a wrong clock, which a recorded date in the future shows. */
function clockAttention({ now, mail, backup, tasks }: State): Attention | null {
  const done = [mail?.lastSent, backup ? backup.done?.at : null, ...(tasks ?? []).map(({ last }) => last?.at)]
  const ahead = Math.max(0, ...done.map((at) => (at ? at.getTime() - now.getTime() : 0)))
  if (ahead <= SKEW) return null
  return {
    fact: `L’orologio del server è stato spostato: una data registrata è avanti di ${formatSpan(ahead)}.`,
    advice:
      'Limiti, lavori periodici, email e copie non aspettano quella data. Avvisa chi gestisce il server: data e ora vanno controllate.',
  }
}

/**
 * Warns if the last backup failed, automatic or not, or if the last success is older than twice the period of automatic
 * backups.
 */
function backupAttention(
  { every, done, failed }: Exclude<State['backup'], false>,
  { now, startedAt }: State,
): Attention | null {
  if (failed)
    return {
      fact: 'L’ultima copia di sicurezza non è riuscita.',
      advice: `Il sito riprova ogni ora. Se domani lo leggi ancora: ${TELL_KEEPER.toLowerCase()}`,
    }
  const since = now.getTime() - (done?.at ?? startedAt).getTime()
  if (every === 0 || since <= 2 * every * millisecondsInHour) return null
  return {
    fact: done ? lastBackupWas(since) : NO_BACKUP,
    advice: `Dovrebbe essercene una ogni ${every === 1 ? 'ora' : `${every} ore`}. ${TELL_KEEPER}`,
  }
}

/** Warns of a missing or old backup on a site without automatic backups. */
function missingBackupAttention(
  { every, done, failed }: Exclude<State['backup'], false>,
  { now }: State,
): Attention | null {
  if (every > 0 || failed) return null
  const since = done && now.getTime() - done.at.getTime()
  if (since !== null && since <= OLD_BACKUP) return null
  return {
    fact: since === null ? NO_BACKUP : lastBackupWas(since),
    advice: `Il sito non ne fa da solo: va chiesta. ${TELL_KEEPER}`,
  }
}

const NO_BACKUP = 'Non c’è ancora nessuna copia di sicurezza.'
const lastBackupWas = (since: number) => `L’ultima copia di sicurezza è di ${formatSpan(since)} fa.`

/**
 * Warns if the last run of a task failed, or if none has ended for twice its period and an hour. A process that started
 * less than an hour ago has not had the time to run every task.
 */
function taskAttention(
  { label, every, last }: NonNullable<State['tasks']>[number],
  { now, startedAt }: State,
): Attention | null {
  if (last && !last.ok)
    return {
      fact: `Un lavoro periodico non è riuscito: «${label}».`,
      advice: `Il sito riprova da sé. Se domani lo leggi ancora: ${TELL_KEEPER.toLowerCase()}`,
    }
  const up = now.getTime() - startedAt.getTime()
  const since = last ? now.getTime() - last.at.getTime() : up
  const patience = 2 * every * 1000 + millisecondsInHour
  if (since <= patience || up <= millisecondsInHour) return null
  return { fact: `Un lavoro periodico è fermo: «${label}».`, advice: TELL_KEEPER }
}
