import { href, Link, useOutlet } from 'react-router'
import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { loadSections } from '../http/toasts.server'
import { formatNumber } from '../italian/numbers'
import { EmptyState } from '../ui/empty-state'
import { TableSearch } from '../ui/forms/table-search'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import { Chips } from '../ui/tables/chips'
import { Steps } from '../ui/tables/steps'
import type { Route } from './+types/people.screen'
import { peopleCounts, peoplePage } from './people.queries.server'
import { type PeopleChoice, type PeopleList, peopleAddress, readPeopleList } from './people-list.rules'
import { PeopleTable } from './people-table'
import './people.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const list = readPeopleList(url.searchParams)
  const { loadSection, respond } = loadSections()
  const page = await loadSection<PeoplePage>('Impossibile caricare i dati', readPage(staff, list), EMPTY_PAGE)
  return respond({ list, ...page, now: new Date() })
}

type PeoplePage = Awaited<ReturnType<typeof readPage>>
const EMPTY_PAGE: PeoplePage = {
  people: [],
  back: undefined,
  onward: undefined,
  counts: undefined,
}

/** Reads a page of the list, and the counts of the choices. */
async function readPage(staff: Staff, { q, mostra, dopo, prima }: PeopleList) {
  return {
    ...(await peoplePage(staff, { text: q, choice: mostra }, { after: dopo, before: prima })),
    counts: await peopleCounts(staff, q),
  }
}

export default function People({ loaderData }: Route.ComponentProps) {
  const { list, people, back, onward, counts, toasts, now } = loaderData
  const dialog = useOutlet()
  return (
    <section className="admin-section people-page" aria-labelledby="persone">
      {dialog ?? <PageHead title="Persone" path={href('/admin/people')} noindex />}
      <div className="admin-head">
        <h2 id="persone">
          Persone {counts && <span className="num people-total">{formatNumber(counts.all)}</span>}
        </h2>
        <div className="actions">
          <Link className="button button-main" to={href('/admin/people/nuova')} preventScrollReset>
            <Icon name="plus" /> Nuova persona
          </Link>
        </div>
      </div>
      <div className="tools">
        <TableSearch
          label="Nome, telefono, email o azienda"
          text={list.q}
          action={href('/admin/people')}
          foundCount={toasts.length > 0 ? null : people.length}
          isPart={Boolean(back ?? onward)}
          keep={{ mostra: list.mostra }}
        />
        <ChoiceChips list={list} counts={counts} />
      </div>
      {people.length === 0 && toasts.length === 0 && <NoPeople list={list} />}
      {people.length > 0 && <PeopleTable people={people} now={now} />}
      <Steps
        label="Pagine delle persone"
        back={{
          label: 'Precedenti',
          to: back && peopleAddress({ ...list, dopo: '', prima: back }),
        }}
        onward={{
          label: 'Successive',
          to: onward && peopleAddress({ ...list, prima: '', dopo: onward }),
        }}
      />
    </section>
  )
}

const CHOICES_BY_ENROLMENTS = [
  ['iscritte', 'Iscritte'],
  ['in-attesa', 'In attesa'],
  ['da-pagare', 'Da pagare'],
  ['mai-iscritte', 'Mai iscritte'],
] as const
const CHOICES_BY_ACCOUNT = [
  ['da-attivare', 'Da attivare'],
  ['segreteria', 'Segreteria'],
  ['amministratori', 'Amministratori'],
] as const

/**
 * Links to the choices of the list. A choice by account is left out if it would show no people, unless it is chosen.
 */
function ChoiceChips({ list: { q, mostra }, counts }: { list: PeopleList; counts: PeoplePage['counts'] }) {
  const chip = (choice: PeopleChoice, name: string, count?: number) => ({
    name,
    to: peopleAddress({ q, mostra: choice }),
    isChosen: mostra === choice,
    ...(count !== undefined && { count, isUrgent: count > 0 && choice === 'da-pagare' }),
  })
  return (
    <Chips
      label="Quali persone"
      chips={[
        {
          name: 'Tutte',
          to: peopleAddress({ q }),
          isChosen: mostra === '',
          ...(counts && { count: counts.all }),
        },
        ...CHOICES_BY_ENROLMENTS.map(([choice, name]) =>
          chip(choice, name, choice === 'in-attesa' || choice === 'da-pagare' ? counts?.[choice] : undefined),
        ),
        ...CHOICES_BY_ACCOUNT.filter(([choice]) => choice === mostra || counts?.[choice]).map(
          ([choice, name]) => chip(choice, name, counts?.[choice]),
        ),
      ]}
    />
  )
}

/**
 * Says that no people are found. The link drops the choice if there are a choice and a search, else whichever is set.
 */
function NoPeople({ list: { q, mostra } }: { list: PeopleList }) {
  return (
    <EmptyState
      title="Nessuna persona trovata."
      act={
        (q || mostra) && (
          <Link to={peopleAddress(q && mostra ? { q } : {})}>
            {q && mostra ? 'Cerca tra tutte' : 'Mostra tutte'}
          </Link>
        )
      }
    />
  )
}
