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
import { enrolmentsOfPerson, peopleCounts, peoplePage, personById } from './people.queries.server'
import { EnrolmentsDialog } from './people-enrolments'
import { addressOf, listFrom, type PeopleList, type Shown } from './people-list'
import { PeopleTable } from './people-table'
import './people.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const list = listFrom(url.searchParams)
  const { loadSection, respond } = loadSections()
  const found = await loadSection<Read>('Impossibile caricare i dati', read(staff, list), NOTHING)
  return respond({ list, ...found, now: new Date() })
}

type Read = Awaited<ReturnType<typeof read>>
const NOTHING: Read = {
  people: [],
  back: undefined,
  onward: undefined,
  counts: undefined,
  person: undefined,
  enrolments: [],
}

async function read(staff: Staff, { q, mostra, dopo, prima, apri, persona }: PeopleList) {
  const person = apri && persona ? await personById(staff, persona) : undefined
  return {
    ...(await peoplePage(staff, { text: q, shown: mostra }, { after: dopo, before: prima })),
    counts: await peopleCounts(staff, q),
    person,
    enrolments: person ? await enrolmentsOfPerson(staff, person.id) : [],
  }
}

export default function People({ loaderData }: Route.ComponentProps) {
  const { list, people, back, onward, counts, person, enrolments, toasts, now } = loaderData
  const below = { ...list, apri: '', persona: '' } as const
  const over = useOutlet()
  const dialog =
    over ??
    (person && <EnrolmentsDialog person={person} enrolments={enrolments} closeTo={addressOf(below)} />)
  return (
    <section className="admin-row people-page" aria-labelledby="persone">
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
          keep={{ mostra: list.mostra }}
        />
        <ShownChips list={list} counts={counts} />
      </div>
      {people.length === 0 && toasts.length === 0 && <Nobody list={list} />}
      {people.length > 0 && <PeopleTable people={people} list={below} now={now} />}
      <Steps
        label="Pagine delle persone"
        back={{ label: 'Precedenti', to: back && addressOf({ ...below, dopo: '', prima: back }) }}
        onward={{ label: 'Successive', to: onward && addressOf({ ...below, prima: '', dopo: onward }) }}
      />
    </section>
  )
}

const BY_ENROLMENTS: [Shown, name: string][] = [
  ['iscritte', 'Iscritte'],
  ['in-attesa', 'In attesa'],
  ['mai-iscritte', 'Mai iscritte'],
]
const BY_ACCOUNT = [
  ['da-attivare', 'Da attivare'],
  ['segreteria', 'Segreteria'],
  ['amministratori', 'Amministratori'],
] as const

/** Links to the choices of the list. A choice by account is left out if it would show nobody, unless it is chosen. */
function ShownChips({ list: { q, mostra }, counts }: { list: PeopleList; counts: Read['counts'] }) {
  const chip = (shown: Shown, name: string, count?: number) => ({
    name,
    to: addressOf({ q, mostra: shown }),
    isChosen: mostra === shown,
    ...(count !== undefined && { count }),
  })
  return (
    <Chips
      label="Quali persone"
      chips={[
        {
          name: 'Tutte',
          to: addressOf({ q }),
          isChosen: mostra === '',
          ...(counts && { count: counts.all }),
        },
        ...BY_ENROLMENTS.map(([shown, name]) => chip(shown, name)),
        ...BY_ACCOUNT.filter(([shown]) => shown === mostra || counts?.[shown]).map(([shown, name]) =>
          chip(shown, name, counts?.[shown]),
        ),
      ]}
    />
  )
}

/** Stands in place of an empty list, with a link that drops the choice, or else the search. */
function Nobody({ list: { q, mostra } }: { list: PeopleList }) {
  return (
    <EmptyState
      title="Nessuna persona trovata."
      act={
        (q || mostra) && (
          <Link to={addressOf(q && mostra ? { q } : {})}>
            {q && mostra ? 'Cerca tra tutti' : 'Mostra tutti'}
          </Link>
        )
      }
    />
  )
}
