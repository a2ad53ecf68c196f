import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { Member } from '../../accounts/rules'
import { findMember } from '../../accounts/session/session.server'
import { themeName } from '../../content/themes'
import { CoursePhoto } from '../../courses/covers/photo'
import { minimumOf } from '../../courses/minimum.rules'
import { attendanceModeOf } from '../../courses/modes.rules'
import { courseAt, toFacts } from '../../courses/public.server'
import { rhythmOf } from '../../courses/rhythm.rules'
import { courseState, isUnderway, seatsLeft } from '../../courses/rules'
import { BrochureLink } from '../../documents/brochure/brochure-link'
import { DocumentList } from '../../documents/course/document-list'
import { readableDocuments } from '../../documents/course/queries.server'
import { nextEdition, otherCourses } from '../../editions/series.queries.server'
import { enrolmentStatus, refundAfterCancellation } from '../../enrolments/mine/enrolment-status'
import { type Enrolment, enrolmentIn } from '../../enrolments/mine/queries.server'
import { StatusLabel } from '../../enrolments/mine/status-label'
import { cancellationCostInBrief } from '../../enrolments/refund.rules'
import { type EnrolmentState, standingOf } from '../../enrolments/rules'
import { countPeopleAhead } from '../../enrolments/waiting-list/order.queries.server'
import { seatsShown } from '../../enrolments/waiting-list.rules'
import { redirectWith } from '../../http/toasts.server'
import { ordinal } from '../../italian/numbers'
import { today } from '../../runtime/clock'
import { log } from '../../runtime/log.server'
import { teamPage } from '../../site/team'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/course.screen'
import { Contacts } from './contacts'
import { BackToCourses, CourseHeading } from './course-heading'
import { CourseSections } from './course-sections'
import {
  CourseStandingText,
  mayRequest,
  type OwnEnrolmentFacts,
  type StandingFacts,
  standingContent,
} from './course-standing'
import { Editions, editionFacts, RelatedCourses, relatedFacts } from './editions'
import { NoObligation } from './enrol-form'
import { Partners } from './partners'
import { BuyBar, CourseLinks, PriceCard } from './price-card'
import { Share } from './share'
import { structuredBreadcrumbs, structuredCourse } from './structured-data'
import { Teachers } from './teachers'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const member = await unlessFailed(findMember(request, context), null)
  const found = await findCourse(params.slug, member)
  const day = today()

  const [enrolment, documents, { editions, related, publicSeatsTaken }] = await Promise.all([
    member ? unlessFailed(enrolmentIn(member, found.course.id), undefined) : undefined,
    unlessFailed(readableDocuments(member, [found.course.id]), []),
    unlessFailed(otherCourses(found.course), { editions: [], related: [], publicSeatsTaken: Infinity }),
  ])
  // An ended enrolment counts only for the sentence about the refund.
  const ownEnrolment = enrolment && !enrolment.ending ? enrolment : undefined
  // All seats are taken, or the people on the waiting list need the free ones.
  const hasNoSeatForAnother = seatsLeft(found.course, publicSeatsTaken) === 0
  const waiting = hasNoSeatForAnother
    ? await unlessFailed(countPeopleAhead(member, found.course.id), null)
    : { peopleAhead: 0, peopleAwaitingOffer: 0 }
  const { course: visibleCourse, state } = ownEnrolment ? courseAsSeenBy(ownEnrolment, found.course) : found
  // Where nobody can say who waits, no free seat is promised.
  const course = {
    ...visibleCourse,
    seatsTaken: seatsShown(visibleCourse, waiting?.peopleAwaitingOffer ?? Infinity),
  }
  const kind = standingOf(course, ownEnrolment?.status, day)
  const isOver = kind === 'concluded' || kind === 'cancelled'
  const following = isOver ? await unlessFailed(nextEdition(course), undefined) : undefined
  const standing = {
    kind,
    ownEnrolment: ownEnrolment ? ownEnrolmentFacts(ownEnrolment) : null,
    position: kind === 'full' && waiting ? ordinal(waiting.peopleAhead + 1) : null,
    isUnderway: isUnderway(course, day),
    minimum: !ownEnrolment || awaitsEdition(ownEnrolment.status) ? minimumOf(course, day) : null,
    nextEdition: following ? nextEditionInWords(following) : null,
    refundSentence: enrolment?.ending === 'edition_cancelled' ? refundAfterCancellation(enrolment) : '',
    hasEditions: editions.length > 0,
    hasRelated: related.length > 0,
  }
  return {
    course: { ...toFacts(course), teachers: course.teachers.map(withTeamPage) },
    state,
    day,
    rhythm: rhythmOf(course.sessions, course.format),
    theme: themeName(course.theme),
    attendanceMode: attendanceModeOf(course),
    cancellationCost:
      state === 'available' && course.price !== 0 ? cancellationCostInBrief(course, day) : null,
    standing,
    ownPrice: ownEnrolment && ownEnrolment.status !== 'rejected' ? ownEnrolment.price : null,
    documents: documents.map(({ courseId: _course, ...document }) => document),
    editions: editions.map(editionFacts),
    related: related.map(relatedFacts),
  }
}

const withTeamPage = (teacher: Teacher) => ({ ...teacher, page: teamPage(teacher.name) })
type Teacher = FoundCourse['teachers'][number]

/**
 * The course and its state as the person of an enrolment may see them: a cancellation or confirmation of the edition
 * that the office can still take back is not shown.
 */
function courseAsSeenBy(enrolment: Enrolment, course: FoundCourse) {
  const { cancelledAt, confirmedAt } = enrolment.course
  const visibleCourse = { ...course, cancelledAt, confirmedAt }
  return { course: visibleCourse, state: courseState({ ...visibleCourse, draft: false }, today()) }
}

function ownEnrolmentFacts(enrolment: Enrolment): OwnEnrolmentFacts {
  const { id, officeAnswer, rejectReason } = enrolment
  return { id, status: enrolmentStatus(enrolment), isLate: officeAnswer?.late ?? false, rejectReason }
}

type FoundCourse = Awaited<ReturnType<typeof findCourse>>['course']

function nextEditionInWords({
  comingSoon,
  ...edition
}: NonNullable<Awaited<ReturnType<typeof nextEdition>>>) {
  const { slug, date, facts } = editionFacts(edition)
  return { slug, words: [date, comingSoon ? 'in arrivo' : facts].filter(Boolean).join(', ') }
}

/** Whether an enrolment in this state depends on the edition taking place. */
const awaitsEdition = (status: EnrolmentState) => status === 'pending' || status === 'approved'

/** Waits for a part of the page, or for the member who reads it. If it fails, logs the fault and returns `absent`. */
function unlessFailed<Part, Absent>(part: Promise<Part>, absent: Absent): Promise<Part | Absent> {
  return part.catch((fault: unknown) => {
    log.error({ err: fault }, 'part of a course page failed')
    return absent
  })
}

/** The course, as `courseAt` returns it; if it cannot be read, redirects to the catalogue with a toast. */
async function findCourse(slug: string, reader: Member | null) {
  try {
    return await courseAt(slug, { reader })
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown
    log.error({ err: thrown }, 'course failed')
    throw await redirectWith(href('/corsi'), {
      tone: 'destructive',
      title: 'Errore',
      description: 'Impossibile caricare i dettagli del corso',
    })
  }
}

export default function CoursePage({ loaderData }: Route.ComponentProps) {
  const { course, state, day, ownPrice, documents, editions, related } = loaderData
  const isDraft = loaderData.standing.kind === 'draft'
  const facts: StandingFacts = { course, ...loaderData.standing }
  const { action, barLines } = standingContent(facts)
  const note = mayRequest(facts.kind) && <NoObligation />
  const links = (
    <CourseLinks
      brochureLink={course.pdfFilePath && <BrochureLink slug={course.slug} path={course.pdfFilePath} />}
    />
  )
  return (
    // A link to another course keeps the page mounted: the key resets its tabs and announcements.
    <div className="page course" key={course.slug}>
      <PageHead
        noindex={course.draft}
        title={course.title}
        description={course.shortDescription ?? course.title}
        keywords={[course.title, 'corso', course.modalita ?? '', course.location ?? ''].filter(Boolean)}
        path={href('/corsi/:slug', { slug: course.slug })}
        image={href('/corsi/:slug/anteprima.png', { slug: course.slug })}
        structured={(origin) =>
          import.meta.env.SSR
            ? [
                structuredCourse(course, loaderData.attendanceMode, state, origin),
                structuredBreadcrumbs(course, origin),
              ]
            : []
        }
      />
      <CourseHeading
        course={course}
        state={state}
        rhythm={loaderData.rhythm}
        theme={loaderData.theme}
        showsFreeSeats={isDraft || mayRequest(facts.kind)}
      />
      <PriceCard
        course={course}
        state={state}
        day={day}
        ownPrice={ownPrice}
        cancellationCost={loaderData.cancellationCost}
        standing={
          <CourseStandingText
            facts={facts}
            label={facts.ownEnrolment && <StatusLabel status={facts.ownEnrolment.status} />}
          />
        }
        links={links}
      />
      <div className="course-body">
        <CourseSections course={course} />
        {links}
        <CoursePhoto course={course} sizes="100vw" />
        {!isDraft && <Share course={course} />}
        {course.teachers.length > 0 && <Teachers teachers={course.teachers} />}
        {documents.length > 0 && (
          <Panel id="documenti" title="Documenti">
            <DocumentList documents={documents} />
          </Panel>
        )}
        <Panel id="contatti" title="Contatti">
          <Contacts addresses={course.contattiEmail} slug={course.slug} />
          {course.partnerPromotori.length > 0 && <Partners partners={course.partnerPromotori} />}
        </Panel>
        <div className="actions course-end">
          <BackToCourses />
          {action}
        </div>
        {note}
        {editions.length > 0 && (
          <Panel id="altre-edizioni" title="Altre edizioni">
            <Editions editions={editions} />
          </Panel>
        )}
        {related.length > 0 && (
          <Panel id="altri-corsi" title="Altri corsi">
            <RelatedCourses courses={related} />
          </Panel>
        )}
      </div>
      <BuyBar
        course={course}
        state={state}
        day={day}
        ownPrice={ownPrice}
        lines={barLines}
        action={action}
        note={note}
      />
    </div>
  )
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-titolo`}>
      <h2 id={`${id}-titolo`}>{title}</h2>
      {children}
    </section>
  )
}
