import type { ReactNode } from 'react'
import type { Member } from '../accounts/rules'
import { findMember } from '../accounts/session.server'
import { answerBy, isAnswerLate } from '../content/opening.server'
import { teamPage } from '../content/team'
import { themeName } from '../content/themes'
import { Contacts, Partners } from '../courses/contacts'
import { BackToCourses, CourseHeading } from '../courses/course-heading'
import { CourseSections } from '../courses/course-sections'
import { CourseStrips, stripOf } from '../courses/course-strip'
import { Editions, editionOf } from '../courses/editions'
import { otherCourses } from '../courses/editions.queries.server'
import { NoObligation } from '../courses/enrol-form'
import { minimumOf } from '../courses/minimum.rules'
import { BuyBar, PriceCard } from '../courses/price-card'
import { courseAt, toFacts } from '../courses/public.server'
import type { CourseFacts } from '../courses/queries.server'
import { rhythmOf } from '../courses/rhythm.rules'
import { seatsLeft } from '../courses/rules'
import { structuredCourse, structuredPath } from '../courses/structured-data'
import { Teachers } from '../courses/teachers'
import { BrochureLink } from '../documents/brochure-link'
import { DocumentList } from '../documents/document-list'
import { readableDocuments } from '../documents/queries.server'
import { enrolmentIn } from '../enrolments/queries.server'
import { type EnrolmentState, standingOf } from '../enrolments/rules'
import { StateLabel } from '../enrolments/state-label'
import { listBefore } from '../enrolments/waiting/offers.queries.server'
import { placeIn } from '../enrolments/waiting/queries.server'
import { mustWait, ordinal, placeTold } from '../enrolments/waiting/rules'
import { redirectWith } from '../http/flash.server'
import { today } from '../runtime/clock'
import { log } from '../runtime/log.server'
import { formatDate } from '../ui/format'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/course.screen'
import { mayRequest, Standing, type StandingFacts, told } from './course-standing'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const member = await unlessFailed(findMember(request, context), null)
  const { course, state } = await findCourse(params.slug, member)
  const day = today()

  const [enrolment, documents, { editions, related }] = await Promise.all([
    member ? unlessFailed(enrolmentIn(member, course.id), undefined) : undefined,
    unlessFailed(readableDocuments(member, [course.id]), []),
    unlessFailed(otherCourses(course), { editions: [], related: [] }),
  ])
  const kind = standingOf(course, enrolment?.status, day)
  const nowhere = { position: null, waits: null, admitted: false }
  const place = await unlessFailed(placeOnList(member, course, kind), nowhere)
  const standing = {
    kind,
    answer: enrolment?.status === 'pending' && !place.admitted ? answerTo(enrolment.requestedAt) : null,
    position: place.position,
    waits: place.waits,
    rejectReason: enrolment?.rejectReason ?? null,
    hasCertificate: enrolment?.hasCertificate ?? false,
    next: nextSession(course, day),
    minimum: !enrolment || awaitsEdition(enrolment.status) ? minimumOf(course, day) : null,
    editions: editions.length > 0,
    related: related.length > 0,
  }
  const words = {
    rhythm: rhythmOf(course.sessions, course.format),
    theme: themeName(course.theme),
    teachers: course.teachers.map((teacher) => ({ ...teacher, page: teamPage(teacher.name) })),
  }
  return {
    course: toFacts(course),
    state,
    day,
    words,
    standing,
    enrolled: enrolment?.status ?? null,
    ownPrice: enrolment && enrolment.status !== 'rejected' ? enrolment.agreedPrice : null,
    documents: documents.map(({ courseId: _course, ...document }) => document),
    editions: editions.map(editionOf),
    related: related.map(stripOf),
  }
}

/** On the waiting list: the reader, or the person who asks next for a course that is full or has a few seats left. */
async function placeOnList(
  member: Member | null,
  course: Pick<CourseFacts, 'id' | 'maxPartecipanti' | 'seatsTaken'>,
  kind: StandingFacts['kind'],
) {
  if (kind === 'full' || kind === 'few') {
    const { ahead, next } = await listBefore(member, course.id)
    const waits = mustWait(seatsLeft(course, course.seatsTaken), next)
    return { position: waits ? ordinal(ahead + 1) : null, waits: null, admitted: false }
  }
  const place = member && kind === 'pending' ? await placeIn(member, course.id) : undefined
  return { position: null, waits: place ? placeTold(place) : null, admitted: place?.admitted ?? false }
}

/** The person takes part if the edition takes place. */
const awaitsEdition = (status: EnrolmentState) => status === 'pending' || status === 'approved'

const answerTo = (requestedAt: Date) => ({
  by: answerBy(requestedAt),
  late: isAnswerLate(requestedAt, new Date()),
})

function nextSession({ sessions }: CourseFacts, day: string) {
  const next = sessions.find(({ endDate }) => endDate >= day)
  if (!next) return null
  const time = next.startTime?.slice(0, 5).replace(/^0/, '')
  return {
    long: [formatDate(next.startDate, 'EEEE d MMMM'), time].filter(Boolean).join(' alle '),
    short: [formatDate(next.startDate, 'EEE d MMM'), time].filter(Boolean).join(', '),
  }
}

function unlessFailed<Part, Absent>(part: Promise<Part>, absent: Absent): Promise<Part | Absent> {
  return part.catch((fault: unknown) => {
    log.error({ err: fault }, 'part of a course page failed')
    return absent
  })
}

async function findCourse(slug: string, reader: Member | null) {
  try {
    return await courseAt(slug, '', reader)
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown
    log.error({ err: thrown }, 'course failed')
    throw await redirectWith('/corsi', {
      tone: 'destructive',
      title: 'Errore',
      description: 'Impossibile caricare i dettagli del corso',
    })
  }
}

export default function CoursePage({ loaderData }: Route.ComponentProps) {
  const { course, state, day, words, enrolled, ownPrice, documents, editions, related } = loaderData
  const facts: StandingFacts = { course, ...loaderData.standing }
  const { action, bar } = told(facts)
  return (
    <div className="page course">
      <PageHead
        noindex={course.draft}
        title={course.title}
        description={course.shortDescription ?? course.title}
        keywords={[course.title, 'corso', course.modalita ?? '', course.location ?? ''].filter(Boolean)}
        path={`/corsi/${course.slug}`}
        image={`/corsi/${course.slug}/anteprima.png`}
        structured={(origin) => [structuredCourse(course, state, origin), structuredPath(course, origin)]}
      />
      <CourseHeading course={course} state={state} rhythm={words.rhythm} theme={words.theme} />
      <PriceCard
        course={course}
        state={state}
        day={day}
        own={ownPrice}
        offered={facts.kind === 'draft' || mayRequest(facts.kind)}
        standing={<Standing facts={facts} label={enrolled && <StateLabel state={enrolled} />} />}
        brochure={course.pdfFilePath && <BrochureLink slug={course.slug} path={course.pdfFilePath} />}
      />
      <div className="course-body">
        <CourseSections course={course} />
        {words.teachers.length > 0 && <Teachers of={words.teachers} />}
        {documents.length > 0 && (
          <Panel id="documenti" title="Documenti">
            <DocumentList documents={documents} />
          </Panel>
        )}
        <Panel id="contatti" title="Contatti">
          <Contacts addresses={course.contattiEmail} slug={course.slug} />
          {course.partnerPromotori.length > 0 && <Partners of={course.partnerPromotori} />}
        </Panel>
        <div className="actions course-end">
          <BackToCourses />
          {action}
        </div>
        {mayRequest(facts.kind) && <NoObligation />}
        {editions.length > 0 && (
          <Panel id="altre-edizioni" title="Altre edizioni">
            <Editions of={editions} />
          </Panel>
        )}
        {related.length > 0 && (
          <Panel id="altri-corsi" title="Altri corsi">
            <CourseStrips courses={related} />
          </Panel>
        )}
      </div>
      <BuyBar course={course} state={state} day={day} own={ownPrice} told={bar} action={action} />
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
