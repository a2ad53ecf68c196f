import type { ReactNode } from 'react'
import { href, Link, redirect } from 'react-router'
import { Cover } from '../../courses/covers/cover'
import { coverOf } from '../../courses/covers/cover.rules'
import { minimumOf } from '../../courses/minimum.rules'
import { amountsInWords, priceInWords, splitOnlyFullPrice } from '../../courses/price.rules'
import { toFacts } from '../../courses/public.server'
import { type CourseFacts, listedCourses, toPresentSlugs } from '../../courses/queries.server'
import { rhythmOf } from '../../courses/rhythm.rules'
import {
  type CourseState,
  courseState,
  earlyBirdPrice,
  NO_DATE,
  seatsLeft,
  seatsSentence,
  whereAndHow,
} from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatHours } from '../../italian/numbers'
import { formatPrice } from '../../italian/prices'
import { today } from '../../runtime/clock'
import { Icon } from '../../ui/icon'
import { PageHead } from '../../ui/page-head'
import { COMPARED_IN_WORDS, compareAddress, MOST_COMPARED, slugsIn } from '../compare-address.rules'
import { EnrolForm, NoObligation } from '../course-page/enrol-form'
import { catalogueAddress } from '../filters.rules'
import { OwnStatusLink } from '../own-status'
import { readOwnStatuses } from '../own-statuses.queries.server'
import type { Route } from './+types/compare.screen'
import '../list/card.css'
import './compare.css'

/**
 * Loads the first three courses of '?corsi=a,b,c'; other forms of the address, and former slugs, are redirected to this
 * one. `hasFurther`: whether the address names more courses; `unlistedCount`: how many of the first three are not in
 * the catalogue.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const slugs = slugsIn(url.searchParams)
  const address = compareAddress(slugs)
  const canonical = new URL(address, url)
  // Compared after parsing: browsers may write a comma as %2C, and a percent sign alone cannot be decoded.
  if (url.pathname !== canonical.pathname || String(url.searchParams) !== String(canonical.searchParams))
    throw redirect(address)
  const day = today()
  const comparedSlugs = slugs.slice(0, MOST_COMPARED)
  const found = await listedCourses(comparedSlugs)
  if (found.length < comparedSlugs.length) {
    const presentSlugs = await toPresentSlugs(comparedSlugs)
    const presentAddress = compareAddress([...new Set([...presentSlugs, ...slugs.slice(MOST_COMPARED)])])
    if (presentAddress !== address) throw redirect(presentAddress)
  }
  const courses = found.map((course) => ({
    ...toFacts(course),
    state: courseState(course, day),
    rhythm: rhythmOf(course.sessions, course.format),
    minimum: minimumOf(course, day)?.text ?? null,
  }))
  const ownStatuses = await readOwnStatuses(request, context, courses)
  return {
    day,
    courses,
    ownStatuses,
    hasFurther: slugs.length > MOST_COMPARED,
    unlistedCount: comparedSlugs.length - courses.length,
  }
}

export default function Compare({
  loaderData: { courses, ownStatuses, day, hasFurther, unlistedCount },
}: Route.ComponentProps) {
  const isAvailable = ({ state }: ComparedCourse) => state === 'available'
  const hasEnrolForm = (course: ComparedCourse) =>
    isAvailable(course) && !ownStatuses[course.slug] && seatsLeft(course, course.seatsTaken) !== 0
  const slugs = courses.map(({ slug }) => slug)
  return (
    <div className="page compare">
      <PageHead title="Confronta i corsi" path={href('/confronta')} noindex />
      <Link className="link" to={catalogueAddress({ comparedSlugs: slugs })} data-back>
        <Icon name="left" /> Torna ai corsi
      </Link>
      <h1>Confronta i corsi</h1>
      {hasFurther && <p>Si confrontano al massimo {MOST_COMPARED} corsi: gli altri non sono qui.</p>}
      {unlistedCount > 0 && (
        <p>
          {unlistedCount === 1
            ? 'Uno dei corsi che hai scelto non è più nel catalogo.'
            : 'Alcuni dei corsi che hai scelto non sono più nel catalogo.'}
        </p>
      )}
      {courses.length === 1 && <p>Per confrontare, scegli «Confronta» anche accanto a un altro corso.</p>}
      {courses.length === 0 ? (
        <p className="lead">
          Nel catalogo scegli «Confronta» accanto a {COMPARED_IN_WORDS}: li vedrai qui affiancati.
        </p>
      ) : (
        <table className="compared">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Che cosa</span>
              </th>
              {courses.map((course) => (
                <th key={course.slug} scope="col">
                  <div className="compared-cover">
                    <Cover facts={coverOf(course, course.state)} />
                  </div>
                  <Link to={href('/corsi/:slug', { slug: course.slug })}>{course.title}</Link>
                  {slugs.length > 1 && (
                    <Link
                      className="compared-drop"
                      to={compareAddress(slugs.filter((slug) => slug !== course.slug))}
                      aria-label={`Togli dal confronto: ${course.title}`}
                    >
                      Togli
                    </Link>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(
              day,
              courses.some(({ minimum }) => minimum),
            ).map(([label, textOf]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {courses.map((course) => (
                  <td key={course.slug} data-label={label}>
                    {textOf(course) || 'Non indicato'}
                  </td>
                ))}
              </tr>
            ))}
            <tr className="compared-end">
              <th scope="row">Richiesta</th>
              {courses.map((course) => {
                const ownStatus = ownStatuses[course.slug]
                return (
                  <td key={course.slug} data-label="Richiesta">
                    {ownStatus && <OwnStatusLink status={ownStatus} />}
                    {hasEnrolForm(course) ? (
                      <EnrolForm course={course} className="button button-enrol" />
                    ) : (
                      <Link className="button" to={href('/corsi/:slug', { slug: course.slug })}>
                        {isAvailable(course) ? 'Scopri di più' : 'Scopri anteprima'}
                      </Link>
                    )}
                  </td>
                )
              })}
            </tr>
          </tbody>
        </table>
      )}
      {courses.some(hasEnrolForm) && <NoObligation />}
    </div>
  )
}

type ComparedCourse = CourseFacts & { state: CourseState; rhythm: string | null; minimum: string | null }
type Row = [label: string, textOf: (course: ComparedCourse) => ReactNode]

/** The rows of the table. `day`: today, YYYY-MM-DD; `hasMinimum`: whether a course has a sentence about its minimum. */
function rowsOf(day: string, hasMinimum: boolean): Row[] {
  const minimum: Row = ['Minimo di iscritti', ({ minimum }) => minimum]
  return [
    ['Date', datesInWords],
    ['Ritmo', ({ rhythm, tipoSessione }) => rhythm ?? tipoSessione],
    ['Durata', ({ totalHours }) => totalHours !== null && formatHours(totalHours)],
    ['Luogo', whereAndHow],
    ['Prezzo', (course) => <Price course={course} day={day} />],
    ['Rate', (course) => instalmentsInWords(course, day)],
    [
      'Posti',
      (course) => seatsSentence(course, course.seatsTaken)?.text ?? (!course.comingSoon && 'Senza limite'),
    ],
    ...(hasMinimum ? [minimum] : []),
    ['Docenti', ({ teachers }) => teachers.map(({ name }) => name).join(', ')],
    ['Livello', ({ level }) => level],
    ['Certificazioni', ({ certificazione }) => certificazione.join('; ')],
  ]
}

function datesInWords({ startDate, endDate }: CourseFacts): string {
  const first = formatDate(startDate, 'd MMM yyyy', NO_DATE)
  return endDate && endDate !== startDate ? `${first} – ${formatDate(endDate, 'd MMM yyyy')}` : first
}

/**
 * The early bird price of a course while it holds and one may ask for the course, else null. `day`: today, YYYY-MM-DD.
 */
const earlyBirdNow = (course: ComparedCourse, day: string) =>
  course.state === 'available' ? earlyBirdPrice(course, day) : null

function instalmentsInWords(course: ComparedCourse, day: string): string {
  const { price, paymentInstallments } = course
  if (price === 0) return 'Nessuna'
  if (paymentInstallments.length === 0) return price === null ? '' : 'In una volta'
  const priceNow = earlyBirdNow(course, day)?.price ?? price
  const ofFullPrice = splitOnlyFullPrice(course, priceNow) ? ', sul prezzo pieno' : ''
  return amountsInWords(paymentInstallments) + ofFullPrice
}

/** The prices of a course, first the one that holds today. */
function Price({ course, day }: { course: ComparedCourse; day: string }) {
  const early = earlyBirdNow(course, day)
  return (
    <>
      <b className="num">{priceInWords(early?.price ?? course.price)}</b>
      {early && (
        <small>
          {early.until
            ? `oggi, ${withArticle('fino al', formatDate(early.until, 'd MMMM'))}`
            : 'oggi, Early Bird'}
          {course.price !== null && `; poi ${formatPrice(course.price)}`}
        </small>
      )}
    </>
  )
}
