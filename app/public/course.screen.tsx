import { findMember } from '../accounts/session.server'
import { Contacts, Partners } from '../courses/contacts'
import { BackToCourses, CourseHeading } from '../courses/course-heading'
import { CourseSections } from '../courses/course-sections'
import { EnrolForm, NoObligation } from '../courses/enrol-form'
import { BuyBar, PriceCard } from '../courses/price-card'
import { courseAt } from '../courses/public.server'
import { structuredCourse, structuredPath } from '../courses/structured-data'
import { BrochureLink } from '../documents/brochure-link'
import { DocumentList } from '../documents/document-list'
import { readableDocuments } from '../documents/queries.server'
import { enrolmentState } from '../enrolments/queries.server'
import { StateLabel } from '../enrolments/state-label'
import { redirectWith } from '../http/flash.server'
import { log } from '../runtime/log.server'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/course.screen'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { course, state } = await findCourse(params.slug)

  const member = await unlessFailed(findMember(request, context), null)
  const [standing, documents] = await Promise.all([
    member ? unlessFailed(enrolmentState(member, course.id), null) : null,
    unlessFailed(readableDocuments(member, [course.id]), []),
  ])
  return { course, state, standing, documents }
}

function unlessFailed<Part, Absent>(part: Promise<Part>, absent: Absent): Promise<Part | Absent> {
  return part.catch((fault: unknown) => {
    log.error({ err: fault }, 'part of a course page failed')
    return absent
  })
}

async function findCourse(slug: string) {
  try {
    return await courseAt(slug)
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

export default function CoursePage({
  loaderData: { course, state, standing, documents },
}: Route.ComponentProps) {
  return (
    <div className="page course">
      <PageHead
        title={course.title}
        description={course.shortDescription ?? course.title}
        keywords={[course.title, 'corso', course.modalita ?? '', course.location ?? ''].filter(Boolean)}
        path={`/corsi/${course.slug}`}
        image={`/corsi/${course.slug}/anteprima.png`}
        structured={(origin) => [structuredCourse(course, state, origin), structuredPath(course, origin)]}
      />
      <CourseHeading course={course} state={state} />
      <PriceCard
        course={course}
        state={state}
        standing={
          standing && (
            <p className="standing">
              La tua iscrizione: <StateLabel state={standing} />
            </p>
          )
        }
        brochure={course.pdfFilePath && <BrochureLink slug={course.slug} path={course.pdfFilePath} />}
      />
      <div className="course-body">
        <CourseSections course={course} />
        {documents.length > 0 && (
          <section className="panel" aria-labelledby="documenti">
            <h2 id="documenti">Documenti</h2>
            <DocumentList documents={documents} />
          </section>
        )}
        <section className="panel" id="contatti" aria-labelledby="contatti-titolo">
          <h2 id="contatti-titolo">Contatti</h2>
          <Contacts addresses={course.contattiEmail} slug={course.slug} />
          {course.partnerPromotori.length > 0 && <Partners of={course.partnerPromotori} />}
        </section>
        <div className="actions course-end">
          <BackToCourses />
          {state === 'available' && (
            <EnrolForm course={course} className="button button-enrol button-large" />
          )}
        </div>
        {state === 'available' && <NoObligation />}
      </div>
      {state === 'available' && (
        <BuyBar course={course} standing={standing && <StateLabel state={standing} />} />
      )}
    </div>
  )
}
