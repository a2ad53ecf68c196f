import { href, Link } from 'react-router'
import { isDeletedAccount } from '../../accounts/rules'
import { staffFrom } from '../../accounts/session/session.server'
import { PersonName } from '../../enrolments/person-name'
import { loadSections } from '../../http/toasts.server'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { formatEuros } from '../../italian/prices'
import { today } from '../../runtime/clock'
import { BackLink } from '../../ui/back-link'
import { editionLine } from '../../ui/edition'
import { EmptyState } from '../../ui/empty-state'
import { hasErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { Form } from '../../ui/forms/form'
import { PageHead } from '../../ui/page-head'
import { queryWith } from '../../ui/query'
import { CsvLinks } from '../../ui/tables/csv-links'
import { TableHead } from '../../ui/tables/table-head'
import { PAYMENTS_PAGE_SIZE } from '../list.rules'
import type { Route } from './+types/accountant.screen'
import {
  type EditionWithUnsetVat,
  editionsWithUnsetVat,
  exportFigures,
  type PersonWithMissingDetails,
  peopleWithMissingDetails,
} from './queries.server'
import { readPeriod } from './rules'
import '../payments.css'
import './accountant.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const { text, errors, period } = readPeriod(url.searchParams, today())
  const { loadSection, respond } = loadSections()
  const failure = 'Impossibile caricare i pagamenti'
  const [figures, people, editions] = period
    ? await Promise.all([
        loadSection(failure, exportFigures(staff, period), undefined),
        loadSection(failure, peopleWithMissingDetails(staff, period), undefined),
        loadSection(failure, editionsWithUnsetVat(staff, period), undefined),
      ])
    : []
  return respond({
    text,
    errors,
    period,
    figures,
    people: people?.slice(0, PAYMENTS_PAGE_SIZE),
    furtherPeople: Math.max(0, (people?.length ?? 0) - PAYMENTS_PAGE_SIZE),
    editions,
  })
}

export default function AccountantScreen({ loaderData }: Route.ComponentProps) {
  const { text, errors, period, figures, people, furtherPeople, editions } = loaderData
  return (
    <section className="admin-section accountant" aria-labelledby="commercialista">
      <PageHead title="Per il commercialista" noindex error={hasErrors({ errors })} />
      <div>
        <BackLink to={href('/admin/pagamenti')}>Pagamenti</BackLink>
        <h2 id="commercialista">Per il commercialista</h2>
      </div>
      <p className="quiet">
        Un file con una riga per ogni incasso; i rimborsi sono negativi. Le fatture le fa l’amministrazione;
        IVA e bollo seguono quello che dice la scheda di ogni edizione.
      </p>
      {/* The key mounts new fields for each period: after the back button they show the days of that address. */}
      <Form
        key={`${text.dal} ${text.al}`}
        action={href('/admin/pagamenti/commercialista')}
        className="form accountant-period"
      >
        <Field label="Dal" name="dal" defaultValue={text.dal} error={errors.dal} />
        <Field label="Al" name="al" defaultValue={text.al} error={errors.al} />
        <div className="actions">
          <button className="button" type="submit">
            Mostra
          </button>
        </div>
      </Form>
      {period && figures && (
        <>
          <div className="admin-head">
            <p>
              {figures.count === 0 ? (
                'Nessun incasso da esportare in questi giorni.'
              ) : (
                <>
                  <b className="num">{formatCount(figures.count, 'riga', 'righe')}</b>, in tutto{' '}
                  <span className="num">{formatEuros(figures.euros)}</span>,{' '}
                  {withArticle('dal', dayInWords(period.from))} {withArticle('al', dayInWords(period.to))}.
                </>
              )}
              {figures.undoableCount > 0 && ` ${undoableInWords(figures.undoableCount)}`}
            </p>
            {figures.count > 0 && (
              <CsvLinks
                of="pagamenti"
                to={href('/admin/pagamenti.csv') + queryWith('', { dal: period.from, al: period.to })}
              />
            )}
          </div>
          {figures.count > 0 && people && editions && (
            <MissingData people={people} furtherPeople={furtherPeople} editions={editions} />
          )}
        </>
      )}
    </section>
  )
}

const dayInWords = (day: string) => formatDate(day, 'd MMMM yyyy')

const undoableInWords = (count: number) =>
  `${formatCount(count, 'incasso appena registrato entra', 'incassi appena registrati entrano')} nel file tra qualche minuto, finito il tempo per ripristinare.`

/** `furtherPeople`: how many people beside `people` have missing details. */
function MissingData({
  people,
  furtherPeople,
  editions,
}: {
  people: PersonWithMissingDetails[]
  furtherPeople: number
  editions: EditionWithUnsetVat[]
}) {
  return (
    <section className="accountant-missing" aria-labelledby="mancanti">
      <h3 id="mancanti">Dati mancanti</h3>
      {people.length + editions.length === 0 && (
        <EmptyState title="Nessun dato mancante">
          Di chi ha pagato in questi giorni ci sono tutti i dati per la fattura.
        </EmptyState>
      )}
      {editions.length > 0 && (
        <>
          <p className="quiet">
            Di queste edizioni nessuno ha detto se i pagamenti hanno l’IVA: nel file le colonne restano vuote.
          </p>
          <table className="table dense stack">
            <TableHead columns={['Edizione']} hidden="Azioni" />
            <tbody>
              {editions.map(({ id, title, startDate, place, archivedAt }) => (
                <tr key={id}>
                  <td>
                    <b>{title}</b>
                    <small>{editionLine({ startDate, place })}</small>
                  </td>
                  <td className="payment-acts">
                    {archivedAt ? (
                      'Eliminata: un amministratore la ripristina dal Log'
                    ) : (
                      <Link
                        className="button button-small"
                        to={`${href('/admin/courses/:course', { course: id })}#sezione-prezzi`}
                        aria-label={`Indica l’IVA: ${title}`}
                      >
                        Indica l’IVA
                      </Link>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {people.length > 0 && (
        <>
          <p className="quiet">Di queste persone il file ha il nome, ma non tutti i dati per la fattura.</p>
          <table className="table dense stack">
            <TableHead columns={['Persona', 'Mancano']} hidden="Azioni" />
            <tbody>
              {people.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </tbody>
          </table>
          {furtherPeople > 0 && (
            <p className="num">E {formatCount(furtherPeople, 'altra persona', 'altre persone')}.</p>
          )}
        </>
      )}
    </section>
  )
}

function PersonRow({ person }: { person: PersonWithMissingDetails }) {
  const { id, firstName, lastName, email, phone, missing } = person
  const isDeleted = isDeletedAccount(email)
  return (
    <tr>
      <td>
        <PersonName person={person} />
        {!isDeleted && (
          <small>
            {email}
            {phone && <span className="num payer-phone"> · {phone}</span>}
          </small>
        )}
      </td>
      <td data-label="Mancano">{missing.join(', ')}</td>
      <td className="payment-acts">
        {isDeleted ? (
          'Non si completa: l’account è stato eliminato'
        ) : (
          <Link
            className="button button-small"
            to={href('/admin/people/:person/fatturazione', { person: id })}
            aria-label={`Completa i dati di fatturazione: ${lastName} ${firstName}`}
          >
            Completa
          </Link>
        )}
      </td>
    </tr>
  )
}
