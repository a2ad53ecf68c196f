import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatBytes } from '../italian/file-sizes'
import { formatCount } from '../italian/numbers'
import { formatSpan } from '../italian/spans'
import type { Route } from './+types/state.screen'
import './state.css'

type SiteState = Route.ComponentProps['loaderData']
type Fact = [name: string, value: ReactNode]
const UNREADABLE: Fact[] = [['Stato', 'Non si può leggere: il database non risponde']]

const formatMoment = (at: Date | null | undefined) => formatDate(at, 'd MMMM yyyy, HH:mm', 'mai')

export function StateFacts({ state }: { state: SiteState }) {
  const { database, mail, backup } = state
  return (
    <div className="state-groups">
      <Group title="Sito" facts={programFacts(state)} />
      <Group title="Database" facts={database ? databaseFacts(database) : UNREADABLE} />
      <Group title="Posta" facts={mail ? mailFacts(mail) : UNREADABLE}>
        <Link className="link" to={href('/admin/mail')}>
          Vedi le email del sito
        </Link>
      </Group>
      <Group title="Copie di sicurezza" facts={backup ? backupFacts(backup) : UNREADABLE} />
      <Group title="Disco" facts={diskFacts(state)} />
      <Group title="Lavori periodici" facts={state.tasks ? taskFacts(state.tasks) : UNREADABLE} />
    </div>
  )
}

function Group({ title, facts, children }: { title: string; facts: Fact[]; children?: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}

function programFacts({ program, startedAt, now, pages, database }: SiteState): Fact[] {
  const { version, builtAt, node } = program
  const cacheableVisits = pages ? pages.hits + pages.misses : 0
  const shareFromCache =
    pages && cacheableVisits > 0
      ? `, ${Math.round((100 * pages.hits) / cacheableVisits)} % delle visite servite da lì`
      : ''
  return [
    ['Versione', builtAt ? `${version}, costruita ${withArticle('il', formatMoment(builtAt))}` : version],
    [
      'In funzione da',
      `${formatSpan(now.getTime() - startedAt.getTime())}, ${withArticle('dal', formatDate(startedAt, 'd MMMM, HH:mm'))}`,
    ],
    ['Pagine pronte', pages ? `${pages.size}${shareFromCache}` : 'nessuna: il sito è in sviluppo'],
    ...(database && database.engine === 'postgres'
      ? [['Processi al lavoro', String(database.processes)] satisfies Fact]
      : []),
    ['Node', node],
  ]
}

function databaseFacts({
  engine,
  version,
  size,
  ms,
  migration,
  migratedTo,
}: NonNullable<SiteState['database']>): Fact[] {
  return [
    ['Tipo', engine === 'pglite' ? `incorporato (PostgreSQL ${version})` : `server PostgreSQL ${version}`],
    ['Grandezza', formatBytes(size)],
    [
      'Risponde in',
      ms < 1 ? 'meno di un millisecondo' : formatCount(Math.round(ms), 'millisecondo', 'millisecondi'),
    ],
    [
      'Struttura dei dati',
      `${migration ?? 'più recente di questa versione'} (${formatDate(migratedTo, 'd MMMM yyyy')})`,
    ],
  ]
}

function mailFacts({ waiting, failed, lastSent, sends }: NonNullable<SiteState['mail']>): Fact[] {
  return [
    ['In attesa', sends ? waiting : `${waiting}, senza un server di posta`],
    ['Non consegnate', failed],
    ['Ultima inviata', formatMoment(lastSent)],
  ]
}

function backupFacts({ everyHours, lastSuccess, lastFailed }: Exclude<SiteState['backup'], false>): Fact[] {
  const momentAndSize = lastSuccess && `${formatMoment(lastSuccess.at)}, ${formatBytes(lastSuccess.size)}`
  return [
    ['Ultima riuscita', momentAndSize ?? 'nessuna'],
    ...(lastSuccess && lastSuccess.missing > 0
      ? [
          [
            'Mancano',
            formatCount(lastSuccess.missing, 'file che non c’era più', 'file che non c’erano più'),
          ] satisfies Fact,
        ]
      : []),
    ['Ultimo esito', lastFailed ? 'non riuscita' : lastSuccess ? 'riuscita' : 'ancora nessuno'],
    [
      'Quanto spesso',
      everyHours === 0
        ? 'solo quando qualcuno la chiede'
        : everyHours === 1
          ? 'ogni ora'
          : `ogni ${everyHours} ore`,
    ],
  ]
}

function diskFacts({ disk, usesS3 }: SiteState): Fact[] {
  return [
    ['Spazio libero', disk ? `${formatBytes(disk.free)} su ${formatBytes(disk.size)}` : 'non si può leggere'],
    ['File del sito', usesS3 ? 'in un archivio esterno (S3)' : 'su questo disco'],
  ]
}

function taskFacts(tasks: NonNullable<SiteState['tasks']>): Fact[] {
  return tasks.map(({ label, last }) => [
    label,
    last ? `${formatMoment(last.at)}${last.ok ? '' : ', non riuscito'}` : 'non ancora',
  ])
}
