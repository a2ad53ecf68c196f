import { href, Link } from 'react-router'
import { Cover } from '../../courses/covers/cover'
import { type CoverFacts, coverOf } from '../../courses/covers/cover.rules'
import { priceInWords, priceOn } from '../../courses/price.rules'
import type { CourseFacts } from '../../courses/queries.server'
import { type CourseState, NO_DATE, seatsSentence } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import './course-strip.css'

/**
 * A course in brief. `location`: only what stands before its first comma; `price`: the one that the page of the course
 * shows first; `seats`: the free seats in words, null if they are not limited or not shown.
 */
export type StripFacts = Pick<CourseFacts, 'slug' | 'title' | 'startDate' | 'location' | 'price'> & {
  cover: CoverFacts
  seats: ReturnType<typeof seatsSentence>
}

/**
 * The facts of a course that a strip is made of. `seatsTaken`: as the public sees them (`publicSeatsTaken`); `price`:
 * the one that holds today.
 */
type CourseOfStrip = Parameters<typeof coverOf>[0] &
  Pick<CourseFacts, 'title' | 'startDate' | 'location' | 'price'>

/** An available course in brief. */
export function stripOf(course: CourseOfStrip): StripFacts {
  const { slug, title, startDate, location, price } = course
  const seats = seatsSentence(course, course.seatsTaken)
  return {
    slug,
    title,
    startDate,
    location: location?.split(',')[0] ?? null,
    price,
    cover: coverOf(course, 'available'),
    seats,
  }
}

type Prices = Parameters<typeof priceOn>[0]

/** A course of any state in brief, without its seats. `course`: with its full price; `day`: today, YYYY-MM-DD. */
export const stripWithoutSeats = (
  course: CourseOfStrip & Prices,
  state: CourseState,
  day: string,
): StripFacts => ({
  ...stripOf(course),
  price: state === 'available' ? priceOn(course, day) : course.price,
  cover: coverOf(course, state),
  seats: null,
})

/** The course that a form is about, in brief. */
export function CourseStrip({ course }: { course: StripFacts }) {
  return (
    <aside className="strip" aria-label="Il corso scelto">
      <StripParts course={course} />
      {course.seats?.kind === 'full' && <p className="strip-note">La richiesta va in lista d’attesa.</p>}
    </aside>
  )
}

export function CourseStrips({ courses, label }: { courses: StripFacts[]; label?: string }) {
  return (
    <ul className="strips" aria-label={label}>
      {courses.map((course) => (
        <li key={course.slug} className="strip">
          <StripParts course={course} />
        </li>
      ))}
    </ul>
  )
}

function StripParts({ course }: { course: StripFacts }) {
  const { slug, title, startDate, location, price, cover, seats } = course
  const startInWords = startDate ? withArticle('Dal', formatDate(startDate, 'd MMMM yyyy')) : NO_DATE
  return (
    <>
      <div className="strip-cover">
        <Cover facts={cover} idPrefix="strip" />
      </div>
      <div>
        <Link to={href('/corsi/:slug', { slug })} viewTransition>
          {title}
        </Link>
        <p className="num">
          {[startInWords, location, priceInWords(price)].filter(Boolean).join('\u00a0· ')}
        </p>
        {seats && <p className={`strip-${seats.kind}`}>{seats.text}</p>}
      </div>
    </>
  )
}
