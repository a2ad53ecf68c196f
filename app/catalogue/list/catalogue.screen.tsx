import { data, href, redirect, useNavigation } from 'react-router'
import { AskTheOffice } from '../../contacts/ask-the-office'
import { themeName } from '../../content/themes'
import { type CourseCardFacts, listedTitles } from '../../courses/queries.server'
import { AVAILABLE_PAGE_SIZE, COMING_PAGE_SIZE, NO_DATE, pagesOf, seatsLeft } from '../../courses/rules'
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
import { catalogueAddress, catalogueView, isFiltered, monthName } from '../filters.rules'
import { readOwnStatuses } from '../own-statuses.queries.server'
import type { Route } from './+types/catalogue.screen'
import { ComingCourseCard, CourseCard, NoCourses } from './card'
import { catalogue, facetCounts, nearestCourses } from './catalogue.queries.server'
import { AppliedFilters, ThemeLinks } from './catalogue-chips'
import { CatalogueFilters, FILTERS_FORM_ID, OrderChoice } from './filter-form'
import { NothingFound } from './nothing-found'
import './catalogue.css'
import '../../ui/forms/forms.css'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { page, comingPage, filters, ...search } = catalogueView(url.searchParams)
  if (page === null || comingPage === null) throw data(null, { status: 404 })
  const tema = filters.tema.filter((theme) => themeName(theme) !== undefined)
  const view = { ...search, filters: { ...filters, tema }, page, comingPage }
  // A form also sends its empty fields. The redirect gives each view one address.
  const address = catalogueAddress(view)
  if (address !== (url.searchParams.size ? `${href('/corsi')}?${url.searchParams}` : href('/corsi'))) {
    // 'page=1' is never an address of its own, hence 301. A value that is unknown now may be known later, hence 302.
    const namesFirstPage = ['page', 'arrivo'].some((name) => url.searchParams.get(name) === '1')
    throw redirect(address, namesFirstPage ? 301 : 302)
  }

  const { loadSection, respond } = loadSections()
  const [found, counts, chosenCourses] = await Promise.all([
    loadSection('Impossibile caricare i corsi', catalogue(view), null),
    loadSection('Impossibile caricare i corsi', facetCounts(view), null),
    listedTitles(view.comparedSlugs).catch(() => []),
  ])
  if (!found || !counts) return respond({ view, found: null })
  const pages = pagesOf(found.availableTotal, AVAILABLE_PAGE_SIZE)
  const comingPages = pagesOf(found.comingTotal, COMING_PAGE_SIZE)
  if (page > pages || comingPage > comingPages) throw data(null, { status: 404 })

  const isNarrowed = isFiltered(view) || view.text !== ''
  const nothingFound =
    found.availableTotal === 0 && isNarrowed
      ? {
          nearest: await nearestCourses(view),
          countsWithoutText: view.text ? await facetCounts({ ...view, text: '' }) : null,
        }
      : null
  const ownStatuses = await readOwnStatuses(request, context, nothingFound?.nearest ?? found.available)
  // Only courses that are listed count towards the limit.
  const comparedCourses = chosenCourses.slice(0, MOST_COMPARED)
  return respond({
    view: { ...view, comparedSlugs: comparedCourses.map(({ slug }) => slug) },
    found: {
      ...found,
      pages,
      comingPages,
      counts,
      nothingFound,
      isNarrowed,
      ownStatuses,
      comparison: { courses: comparedCourses, refusedSlug: chosenCourses[MOST_COMPARED]?.slug ?? null },
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
        title={titleOf(view.page, view.comingPage)}
        description={`Tutti i corsi: date, sedi, prezzi e posti, ${listInWords([...inOfficeCities(), 'online', 'in e-learning'])}.`}
        keywords={['corsi', 'catalogo corsi', 'formazione professionale', ...officeCities(), 'corsi online']}
        {...(isPersonalView(view)
          ? { path: href('/corsi'), noindex: true, canonical: true }
          : { path: catalogueAddress({ page: view.page, comingPage: view.comingPage }) })}
        structured={(origin) => (import.meta.env.SSR ? [structuredList(found?.available ?? [], origin)] : [])}
      />
      <div className="page cat">
        <div className="cat-head">
          <div>
            <h1>Corsi</h1>
            {found && (
              <p className="quiet" aria-live="polite">
                {found.availableTotal + found.comingTotal > 0 || !found.isNarrowed
                  ? `${formatCount(found.availableTotal, 'corso disponibile', 'corsi disponibili')}, ${found.comingTotal} in arrivo`
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
              form={FILTERS_FORM_ID}
              defaultValue={view.text}
              placeholder="Titolo, luogo, mese"
            />
            <button className="button" type="submit" form={FILTERS_FORM_ID}>
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
                <AvailableCourses view={view} found={found} />
                <ComingCourses view={view} found={found} />
                <AskTheOffice />
                <CompareBar view={view} {...found.comparison} />
              </div>
            </div>
          </>
        ) : (
          <>
            <NoCourses hasFailed />
            <AskTheOffice />
          </>
        )}
      </div>
    </>
  )
}

/**
 * Whether the reader has searched, filtered, ordered or chosen courses for comparison; search engines shall not index
 * such a view.
 */
const isPersonalView = ({ text, filters, order, comparedSlugs }: View) =>
  text !== '' || order !== null || comparedSlugs.length > 0 || isFiltered({ filters })

type LoaderData = Route.ComponentProps['loaderData']
type View = LoaderData['view']
type Found = NonNullable<LoaderData['found']>

function AvailableCourses({ view, found }: { view: View; found: Found }) {
  const { available, pages, nothingFound, ownStatuses, comparison } = found
  const hasEnrolForm = (nothingFound?.nearest ?? available).some(
    (course) => !ownStatuses[course.slug] && seatsLeft(course, course.seatsTaken) !== 0,
  )
  if (nothingFound)
    return (
      <>
        {/* The next search keeps the order, which nothing on this page shows. */}
        <input type="hidden" name="ordine" form={FILTERS_FORM_ID} value={view.order ?? ''} />
        <NothingFound
          view={view}
          counts={found.counts}
          comingTotal={found.comingTotal}
          ownStatuses={ownStatuses}
          {...nothingFound}
        />
        {hasEnrolForm && <NoObligation />}
      </>
    )
  if (available.length === 0) return <NoCourses hasFailed={false} />
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
                  ownStatus={ownStatuses[course.slug]}
                  compareTick={
                    <CompareTick course={course} view={view} refusedSlug={comparison.refusedSlug} />
                  }
                />
              ))}
            </ul>
          </div>
        ),
      )}
      <Pagination
        page={view.page}
        pageCount={pages}
        addressOf={(page) => catalogueAddress({ ...view, page, comingPage: 1 })}
      />
      {hasEnrolForm && <NoObligation />}
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

function ComingCourses({ view, found: { coming, comingPages } }: { view: View; found: Found }) {
  if (coming.length === 0) return null
  return (
    <section className="coming-courses" aria-labelledby="in-arrivo">
      <h2 id="in-arrivo">Corsi In Arrivo</h2>
      <ul className="coming-cards">
        {coming.map((course) => (
          <ComingCourseCard key={course.slug} course={course} />
        ))}
      </ul>
      <Pagination
        name="Pagine dei corsi in arrivo"
        page={view.comingPage}
        pageCount={comingPages}
        addressOf={(comingPage) => `${catalogueAddress({ ...view, page: 1, comingPage })}#in-arrivo`}
      />
    </section>
  )
}

function titleOf(page: number, comingPage: number): string {
  if (comingPage > 1) return `Corsi in arrivo, pagina ${comingPage}`
  return page > 1 ? `Corsi, pagina ${page}` : 'Corsi'
}
