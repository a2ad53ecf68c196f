import { href, Link, useLocation, useParams } from 'react-router'
import { Cover } from '../courses/covers/cover'
import { PHASES, type Phase } from '../courses/phase.rules'
import { courseTablePage, newEditionPage } from '../courses/table/rules'
import { editionPage } from '../enrolments/pages.rules'
import { formatCount } from '../italian/numbers'
import { formatPeriod } from '../italian/periods'
import { capitalize } from '../italian/words'
import { editionLine, NO_DATES, placeInOffice } from '../ui/edition'
import { Icon } from '../ui/icon'
import { More } from '../ui/overlays/more'
import type { EditionFacts } from './edition.queries.server'
import { MOST_EDITIONS_LISTED } from './rules'
import type { ManagedEdition } from './series.queries.server'

/** The head of every page of an edition: way back, switch to other editions, title, state and actions. */
export function EditionHeader({ edition, editions }: { edition: EditionFacts; editions: ManagedEdition[] }) {
  const { title, phase, progress, startDate, endDate, place } = edition
  const { word, state } = PHASES[phase]
  const { course = '' } = useParams()
  const { pathname } = useLocation()
  const isOverview = pathname === href('/admin/courses/:course/panoramica', { course })
  const facts = [formatPeriod(startDate, endDate) || NO_DATES, placeInOffice(place), progress].filter(Boolean)
  return (
    <header className={isOverview ? 'edition-head' : 'edition-head edition-head-brief'}>
      <nav className="edition-path" aria-label="Percorso">
        <Link className="edition-back" to={href('/admin')}>
          <Icon name="left" /> Corsi
        </Link>
        <span aria-hidden="true">/</span>
        <EditionSwitch edition={edition} editions={editions} />
      </nav>
      <div className="edition-cover">
        <Cover facts={edition.cover} idPrefix="e" />
      </div>
      <div className="edition-title">
        <h2>{title}</h2>
        <p>
          <span className="edition-state">
            <span className={`state state-${state}`}>{word}</span>
            {facts.length > 0 && ' ·'}
          </span>{' '}
          <span className="num edition-facts">{facts.join(' · ')}</span>
        </p>
      </div>
      <EditionActs edition={edition} isFilled={!hasOwnMainAct(pathname, course)} />
    </header>
  )
}

/** Whether a page has a main action of its own, so that the button of the head is not filled. */
function hasOwnMainAct(pathname: string, course: string): boolean {
  return (
    pathname === href('/admin/courses/:course', { course }) ||
    pathname === href('/admin/courses/:course/pagamenti', { course }) ||
    pathname === href('/admin/courses/:course/attestati', { course }) ||
    pathname === href('/admin/courses/:course/messaggi/nuovo', { course }) ||
    pathname.startsWith(href('/admin/courses/:course/lezioni/:lesson', { course, lesson: '' }))
  )
}

function EditionSwitch({ edition, editions }: { edition: EditionFacts; editions: ManagedEdition[] }) {
  return (
    <More of="le altre edizioni" label={capitalize(editionLine(edition))}>
      {editions.map((other) =>
        other.id === edition.id ? null : (
          <Link key={other.id} to={editionPage(other.id)}>
            <span>
              {capitalize(editionLine(other))}: {stateInWords(other)}
            </span>
          </Link>
        ),
      )}
      {editions.length === MOST_EDITIONS_LISTED && (
        <Link to={courseTablePage(`?${new URLSearchParams({ q: edition.title })}`)}>Tutte le edizioni</Link>
      )}
      {editions.length > 1 && <hr />}
      <Link to={newEditionPage(edition.id, '')}>Nuova edizione…</Link>
    </More>
  )
}

/** What the switch says of another edition: its state, else its seats. */
function stateInWords({
  draft,
  comingSoon,
  cancelledAt,
  seatsTaken,
  maxPartecipanti,
}: ManagedEdition): string {
  if (cancelledAt) return 'edizione annullata'
  if (draft) return 'bozza'
  if (comingSoon) return 'in arrivo'
  return maxPartecipanti
    ? `${seatsTaken} di ${maxPartecipanti}`
    : formatCount(seatsTaken, 'iscritto', 'iscritti')
}

/** The actions on an edition. `isFilled`: whether the main one is a filled button. */
function EditionActs({
  edition: { id: course, slug, title, phase, draft, pdfFilePath, confirmedAt, openRegister },
  isFilled,
}: {
  edition: EditionFacts
  isFilled: boolean
}) {
  const canSendMessages = !draft && phase !== 'archived' && phase !== 'cancelled'
  return (
    <div className="actions edition-acts">
      <MainAct course={course} phase={phase} openRegister={openRegister} isFilled={isFilled} />
      {canSendMessages && (
        <Link className="button" to={href('/admin/courses/:course/messaggi/nuovo', { course })}>
          <Icon name="mail" /> Scrivi
        </Link>
      )}
      <More of={title}>
        <b>Stampa ed esporta</b>
        <Link to={href('/admin/courses/:course/iscritti/firme', { course })}>Foglio firme</Link>
        <Link to={href('/admin/courses/:course/iscritti/cartellini', { course })}>Cartellini</Link>
        <Link to={href('/admin/courses/:course/iscritti/stampa', { course })}>Elenco iscritti</Link>
        <a href={href('/admin/courses/:course/iscritti.csv', { course: slug })}>Esporta CSV</a>
        <hr />
        <b>Edizione</b>
        {phase === 'before' && !confirmedAt && (
          <Link to={href('/admin/courses/:course/conferma', { course })}>Conferma l’edizione…</Link>
        )}
        {phase !== 'archived' && (
          <>
            <Link to={href('/admin/courses/:course', { course })}>Modifica la scheda</Link>
            <Link to={`${href('/admin/courses/:course/pdf', { course })}?edizione=${course}`}>
              {pdfFilePath ? 'Sostituisci PDF' : 'Carica PDF'}
            </Link>
            <Link to={newEditionPage(course, '')}>Duplica in una nuova edizione</Link>
          </>
        )}
        {!draft && <Link to={href('/corsi/:slug', { slug })}>Apri la pagina pubblica</Link>}
      </More>
    </div>
  )
}

/** The main action of an edition, by its phase; nothing for a deleted one. */
function MainAct({
  course,
  phase,
  openRegister,
  isFilled,
}: {
  course: string
  phase: Phase
  openRegister: number | null
  isFilled: boolean
}) {
  const signatureSheet = {
    words: 'Foglio firme',
    to: href('/admin/courses/:course/iscritti/firme', { course }),
  }
  const act = {
    archived: null,
    draft: { words: 'Completa la scheda', to: href('/admin/courses/:course', { course }) },
    coming: { words: 'Completa la scheda', to: href('/admin/courses/:course', { course }) },
    cancelled: { words: 'Nuova edizione', to: newEditionPage(course, '') },
    unconfirmed: {
      words: 'Conferma l’edizione',
      to: href('/admin/courses/:course/conferma', { course }),
    },
    before: signatureSheet,
    during:
      openRegister === null
        ? signatureSheet
        : {
            words: 'Apri il registro',
            to: href('/admin/courses/:course/lezioni/:lesson', { course, lesson: String(openRegister) }),
          },
    after: {
      words: 'Rilascia attestati',
      to: href('/admin/courses/:course/attestati', { course }),
    },
  }[phase]
  return (
    act && (
      <Link className={isFilled ? 'button button-main' : 'button'} to={act.to}>
        {act.words}
      </Link>
    )
  )
}
