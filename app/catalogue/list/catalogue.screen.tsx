import { data, href, redirect, useNavigation } from 'react-router'
import { AskTheOffice } from '../../contacts/ask-the-office'
import { themeName } from '../../content/themes'
import { type CourseCardFacts, listedTitles } from '../../courses/queries.server'
import { COMING_SIZE, NO_DATE, PAGE_SIZE, pagesOf, seatsLeft } from '../../courses/rules'
import { loadSections } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { listInWords } from '../../italian/words'
import { inOfficeCities, officeCities } from '../../site/offices'
import { PageHead } from '../../ui/page-head'
import { Pagination } from '../../ui/tables/pagination'
import { CompareBar, CompareTick } from '../compare/compare-tick'
import { MOST_COMPARED } from '../compare-address.rules'
import { NoObligation } from '../course-page/enrol-form'
import { structuredList } from '../course-page/structured-data'
import { catalogueAddress, catalogueFilters, isFiltered, monthName } from '../filters.rules'
import { OwnState, type OwnStatus } from '../own-state'
import { ownStates } from '../own-states.queries.server'
import type { Route } from './+types/catalogue.screen'
import { ComingCourseCard, CourseCard, NoCourses } from './card'
import { catalogue, facetCounts, nearestCourses } from './catalogue.queries.server'
import { AppliedFilters, ThemeLinks } from './catalogue-chips'
import { CatalogueFilters, FILTERS_FORM, OrderChoice } from './filter-form'
import { NothingFound } from './nothing-found'
import './catalogue.css'
import '../../ui/forms/forms.css'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { page, coming, ...filters } = catalogueFilters(url.searchParams)
  if (page === null || coming === null) throw data(null, { status: 404 })
  const tema = filters.chosen.tema.filter((theme) => themeName(theme) !== undefined)
  const typedView = { ...filters, chosen: { ...filters.chosen, tema }, page, coming }
  // A form also sends empty fields. The redirect gives each view one address.
  const address = catalogueAddress(typedView)
  if (address !== (url.searchParams.size ? `${href('/corsi')}?${url.searchParams}` : href('/corsi'))) {
    // 'page=1' is never an address of its own. A value that is unknown now may be known later.
    const namesFirstPage = ['page', 'arrivo'].some((name) => url.searchParams.get(name) === '1')
    throw redirect(address, namesFirstPage ? 301 : 302)
  }

  const compared = typedView.compared.slice(0, MOST_COMPARED)
  const view = { ...typedView, compared }
  const { loadSection, respond } = loadSections()
  const [found, counts, chosen] = await Promise.all([
    loadSection('Impossibile caricare i corsi', catalogue(view), null),
    loadSection('Impossibile caricare i corsi', facetCounts(view), null),
    listedTitles(compared).catch(() => []),
  ])
  if (!found || !counts) return respond({ view, found: null })
  const pages = pagesOf(found.total, PAGE_SIZE)
  const comingPages = pagesOf(found.announcedTotal, COMING_SIZE)
  if (page > pages || coming > comingPages) throw data(null, { status: 404 })

  const isNarrowed = isFiltered(view) || view.text !== ''
  const nothingFound =
    found.total === 0 && isNarrowed
      ? {
          near: await nearestCourses(view),
          withoutText: view.text ? await facetCounts({ ...view, text: '' }) : null,
        }
      : null
  const ownStatuses = await ownStates(request, context, found.available)
  const comparison = { chosen, refused: typedView.compared[MOST_COMPARED] ?? null }
  const shown = { ...view, compared: chosen.map(({ slug }) => slug) }
  return respond({
    view: shown,
    found: {
      ...found,
      pages,
      comingPages,
      counts,
      nothing: nothingFound,
      narrowed: isNarrowed,
      ownStatuses,
      comparison,
    },
  })
}

/** Visitors get the page without scripts (`root.tsx`). */
export const handle = { scriptless: true }

export default function Catalogue({ loaderData: { view, found } }: Route.ComponentProps) {
  const isLoading = useNavigation().location?.pathname === href('/corsi')
  return (
    <>
      <PageHead
        title={titleOf(view.page, view.coming)}
        description={`Tutti i corsi: date, sedi, prezzi e posti, ${listInWords([...inOfficeCities(), 'online', 'in e-learning'])}.`}
        keywords={['corsi', 'catalogo corsi', 'formazione professionale', ...officeCities(), 'corsi online']}
        {...(isView(view)
          ? { path: href('/corsi'), noindex: true, canonical: true }
          : { path: catalogueAddress({ page: view.page, coming: view.coming }) })}
        structured={(origin) => (import.meta.env.SSR ? [structuredList(found?.available ?? [], origin)] : [])}
      />
      <div className="page cat">
        <div className="cat-head">
          <div>
            <h1>Corsi</h1>
            {found && (
              <p className="quiet" aria-live="polite">
                {found.total + found.announcedTotal > 0 || !found.narrowed
                  ? `${formatCount(found.total, 'corso disponibile', 'corsi disponibili')}, ${found.announcedTotal} in arrivo`
                  : 'Nessun risultato'}
                {view.text && ` per «${view.text}»`}
              </p>
            )}
          </div>
          <search className="cat-search">
            <label className="visually-hidden" htmlFor="q">
              Cerca un corso
            </label>
            <input
              key={view.text}
              className="input"
              id="q"
              type="search"
              name="q"
              form={FILTERS_FORM}
              defaultValue={view.text}
              placeholder="Titolo, luogo, mese"
            />
            <button className="button" type="submit" form={FILTERS_FORM}>
              Cerca
            </button>
          </search>
        </div>
        {found ? (
          <>
            <ThemeLinks view={view} counts={found.counts} />
            <div className="cat-body">
              <CatalogueFilters view={view} counts={found.counts} />
              <div className={isLoading ? 'cat-list cat-waiting' : 'cat-list'}>
                <AppliedFilters view={view} />
                <Available view={view} found={found} />
                <Announced view={view} found={found} />
                <AskTheOffice />
                <CompareBar view={view} {...found.comparison} />
              </div>
            </div>
          </>
        ) : (
          <>
            <NoCourses unread />
            <AskTheOffice />
          </>
        )}
      </div>
    </>
  )
}

/** Whether a page shows a search, a filter, an order or a comparison; search engines shall not index such views. */
const isView = ({ text, chosen, order, compared }: View) =>
  text !== '' || order !== null || compared.length > 0 || isFiltered({ chosen })

type LoaderData = Route.ComponentProps['loaderData']
type View = LoaderData['view']
type Found = NonNullable<LoaderData['found']>

function Available({ view, found }: { view: View; found: Found }) {
  const { available, pages, nothing, ownStatuses, comparison } = found
  if (nothing)
    return <NothingFound view={view} counts={found.counts} announced={found.announcedTotal} {...nothing} />
  if (available.length === 0) return <NoCourses unread={false} />
  const mayAsk = available.some(
    (course) => !ownStatuses[course.slug] && seatsLeft(course, course.seatsTaken) !== 0,
  )
  const isByDate = (view.order ?? (view.text ? null : 'data')) === 'data'
  return (
    <section aria-labelledby="disponibili">
      <h2 className="visually-hidden" id="disponibili">
        Corsi disponibili
      </h2>
      <div className="cat-bar">
        <OrderChoice view={view} />
      </div>
      {(isByDate ? groupByMonth(available) : [{ month: null, courses: available }]).map(
        ({ month, courses }) => (
          <div key={month} className="month">
            {month && <p className="month-name">{month}</p>}
            <ul>
              {courses.map((course) => (
                <CourseCard
                  key={course.slug}
                  course={course}
                  ownStatus={
                    ownStatuses[course.slug] && <OwnState status={ownStatuses[course.slug] as OwnStatus} />
                  }
                  tick={<CompareTick course={course} view={view} refused={comparison.refused} />}
                />
              ))}
            </ul>
          </div>
        ),
      )}
      <Pagination
        page={view.page}
        pages={pages}
        addressOf={(page) => catalogueAddress({ ...view, page, coming: 1 })}
      />
      {mayAsk && <NoObligation />}
    </section>
  )
}

function groupByMonth(courses: CourseCardFacts[]) {
  const groups: { month: string; courses: CourseCardFacts[] }[] = []
  for (const course of courses) {
    const month = course.startDate ? monthName(course.startDate.slice(0, 7)) : NO_DATE
    if (groups.at(-1)?.month === month) groups.at(-1)?.courses.push(course)
    else groups.push({ month, courses: [course] })
  }
  return groups
}

function Announced({ view, found: { announced, comingPages } }: { view: View; found: Found }) {
  if (announced.length === 0) return null
  return (
    <section className="announced" aria-labelledby="in-arrivo">
      <h2 id="in-arrivo">Corsi In Arrivo</h2>
      <ul className="coming-cards">
        {announced.map((course) => (
          <ComingCourseCard key={course.slug} course={course} />
        ))}
      </ul>
      <Pagination
        label="Pagine dei corsi in arrivo"
        page={view.coming}
        pages={comingPages}
        addressOf={(coming) => `${catalogueAddress({ ...view, page: 1, coming })}#in-arrivo`}
      />
    </section>
  )
}

function titleOf(page: number, coming: number): string {
  if (coming > 1) return `Corsi in arrivo, pagina ${coming}`
  return page > 1 ? `Corsi, pagina ${page}` : 'Corsi'
}
