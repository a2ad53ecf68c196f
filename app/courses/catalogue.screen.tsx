import { data, Link, redirect, useNavigation } from 'react-router'
import { loadSections } from '../http/faults.server'
import { Form } from '../ui/form'
import { formatCount } from '../ui/format'
import { PageHead } from '../ui/page-head'
import { Pagination } from '../ui/pagination'
import type { Route } from './+types/catalogue.screen'
import { ComingCourseCard, CourseCard, NoCourses } from './card'
import { NoObligation } from './enrol-form'
import { catalogue } from './queries.server'
import { COMING_SIZE, catalogueAddress, catalogueFilters, PAGE_SIZE, pagesOf, SEARCH_LIMIT } from './rules'
import { structuredList } from './structured-data'
import './catalogue.css'
import '../ui/forms.css'

/** Could not be read. */
const UNREAD = { available: null, total: 0, announced: [], announcedTotal: 0 }

export async function loader({ url }: Route.LoaderArgs) {
  const { text, page, coming } = catalogueFilters(url.searchParams)
  if (page === null || coming === null) throw data(null, { status: 404 })
  const first = ['page', 'arrivo'].some((name) => url.searchParams.get(name) === '1')
  if (first) throw redirect(catalogueAddress({ text, page, coming }), 301)

  const { part, answer } = loadSections()
  const reading = catalogue({ text, page, coming })
  const found = (await part('Impossibile caricare i corsi', reading, null)) ?? UNREAD
  const pages = pagesOf(found.total, PAGE_SIZE)
  const comingPages = pagesOf(found.announcedTotal, COMING_SIZE)
  if (found.available && (page > pages || coming > comingPages)) throw data(null, { status: 404 })
  return answer({ text, page, pages, coming, comingPages, ...found })
}

export default function Catalogue({ loaderData }: Route.ComponentProps) {
  const { text, page, pages, coming, comingPages, available, total, announced, announcedTotal } = loaderData
  const searching = useNavigation().location?.pathname === '/corsi'
  return (
    <>
      <PageHead
        title={titleOf(page, coming)}
        description="Tutti i corsi: date, sedi, prezzi e posti, ad Ascoli Piceno, a Fermo, online e in e-learning."
        keywords={[
          'corsi',
          'catalogo corsi',
          'formazione professionale',
          'Ascoli Piceno',
          'Fermo',
          'corsi online',
        ]}
        path={catalogueAddress({ page, coming })}
        noindex={text !== ''}
        structured={(origin) => [structuredList(available ?? [], origin)]}
      />
      <div className="page catalogue">
        <div className="page-head">
          <div>
            <h1>Corsi</h1>
            {available && (
              <p className="lead quiet">
                {total + announcedTotal > 0 || !text
                  ? `${formatCount(total, 'corso disponibile', 'corsi disponibili')}, ${announcedTotal} in arrivo`
                  : 'Nessun risultato'}
                {text && ` per «${text}»`}
              </p>
            )}
          </div>
          <Form className="search" action="/corsi">
            <search className="field">
              <label htmlFor="q">Cerca un corso</label>
              <input
                key={text}
                className="input"
                id="q"
                type="search"
                name="q"
                defaultValue={text}
                placeholder="Titolo o tema"
                maxLength={SEARCH_LIMIT}
              />
            </search>
            <button className="button button-large" type="submit">
              Cerca
            </button>
          </Form>
        </div>
        <h2 className="visually-hidden" id="disponibili">
          Corsi disponibili
        </h2>
        {available?.length ? (
          <>
            <ul className={searching ? 'cards cards-waiting' : 'cards'} aria-labelledby="disponibili">
              {available.map((course) => (
                <CourseCard key={course.slug} course={course} />
              ))}
              <li className="card card-call">
                <h2>Non trovi il corso che cerchi?</h2>
                <p>Dicci di che cosa hai bisogno: organizziamo anche percorsi per le imprese.</p>
                <Link className="button button-large button-on-ink" to="/contatti">
                  Contatta la segreteria
                </Link>
              </li>
            </ul>
            <NoObligation />
          </>
        ) : (
          <div className="empty">
            <NoCourses unread={!available} />
            <div className="actions">
              <Link className="button button-large" to="/contatti">
                Contatta la segreteria
              </Link>
              {text && (
                <Link className="link" to="/corsi">
                  Mostra tutti i corsi
                </Link>
              )}
            </div>
          </div>
        )}
        <Pagination
          page={page}
          pages={pages}
          addressOf={(number) => catalogueAddress({ text, page: number })}
        />
      </div>
      {announced.length > 0 && (
        <section className="section page" aria-labelledby="in-arrivo">
          <div className="section-head">
            <h2 id="in-arrivo">Corsi In Arrivo</h2>
          </div>
          <ul className="cards coming">
            {announced.map((course) => (
              <ComingCourseCard key={course.slug} course={course} />
            ))}
          </ul>
          <Pagination
            label="Pagine dei corsi in arrivo"
            page={coming}
            pages={comingPages}
            addressOf={(number) => `${catalogueAddress({ text, coming: number })}#in-arrivo`}
          />
        </section>
      )}
    </>
  )
}

function titleOf(page: number, coming: number): string {
  if (coming > 1) return `Corsi in arrivo, pagina ${coming}`
  return page > 1 ? `Corsi, pagina ${page}` : 'Corsi'
}
