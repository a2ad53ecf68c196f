import { Outlet } from 'react-router'
import { intendedCourse } from '../accounts/intended-course.server'
import type { IntendedRequest } from '../accounts/sign-up/next-steps'
import { CourseStrip, stripOf } from '../catalogue/course-page/course-strip'
import { priceOn } from '../courses/price.rules'
import { courseByAnySlug } from '../courses/queries.server'
import { acceptsRequests, isSlug } from '../courses/rules'
import { countPeopleAhead } from '../enrolments/waiting-list/order.queries.server'
import { seatsShown } from '../enrolments/waiting-list.rules'
import { today } from '../runtime/clock'
import { log } from '../runtime/log.server'
import { OfficePhone } from '../site/office-phone'
import { answerDeadline } from '../site/opening.server'
import { Icon } from '../ui/icon'
import type { Route } from './+types/auth'
import { OpeningHours } from './opening-hours'
import '../ui/narrow.css'
import './auth.css'

export async function loader({ request }: Route.LoaderArgs) {
  const course = await intendedCourseStrip(request)
  return course && { course, answerBy: answerDeadline(new Date()) }
}

/** The course whose 'Iscriviti ora' led the visitor to sign in; null without one, or if it accepts no requests now. */
async function intendedCourseStrip(request: Request) {
  try {
    const slug = await intendedCourse.read(request)
    const course = slug && isSlug(slug) ? await courseByAnySlug(slug) : undefined
    if (!course || !acceptsRequests(course, today())) return null
    const { peopleAwaitingOffer } = await countPeopleAhead(null, course.id)
    return stripOf({
      ...course,
      price: priceOn(course, today()),
      seatsTaken: seatsShown(course, peopleAwaitingOffer),
    })
  } catch (fault) {
    log.error({ err: fault }, 'intended course not read')
    return null
  }
}

/** The frame of sign-in, sign-up and the pages after it: the course that the visitor wants, and the office's number. */
export default function AuthFrame({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page narrow auth">
      {loaderData && <CourseStrip course={loaderData.course} />}
      <Outlet context={loaderData satisfies IntendedRequest} />
      <p className="call-line">
        <Icon name="phone" />
        <span>
          Serve aiuto? Chiama la segreteria: <OfficePhone />
          <br />
          <OpeningHours />
        </span>
      </p>
    </div>
  )
}
