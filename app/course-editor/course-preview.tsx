import { useEffect, useRef } from 'react'
import { Contacts } from '../catalogue/course-page/contacts'
import { CourseHeading } from '../catalogue/course-page/course-heading'
import { courseTabs } from '../catalogue/course-page/course-sections'
import { Partners } from '../catalogue/course-page/partners'
import { PriceCard } from '../catalogue/course-page/price-card'
import { Teachers } from '../catalogue/course-page/teachers'
import { themeName } from '../content/themes'
import { formatOf, townOfLocation } from '../courses/modes.rules'
import type { CourseFacts } from '../courses/queries.server'
import { rhythmOf } from '../courses/rhythm.rules'
import { slugFrom } from '../courses/rules'
import { cancellationCostInBrief } from '../enrolments/refund.rules'
import { inOrderOfTime, spanOf } from '../parsing/sessions.rules'
import { today } from '../runtime/clock'
import { ignoreClick } from '../ui/ignore-click'
import { type CourseTyped, descriptionOf } from './rules'

/**
 * Shows the typed course as its public page, without enrolments and files. All sections are shown, and with a script
 * its links and buttons do nothing. `slug`: as typed; '' for that of the title; `result`: the answer that contains the
 * preview.
 */
export function CoursePreview({
  course,
  slug,
  result,
}: {
  course: CourseTyped
  slug: string
  result: unknown
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses the heading again for each new result
  useEffect(() => heading.current?.focus(), [result])

  const page = pageOf(course, slug)
  const state = page.comingSoon ? 'coming' : 'available'
  return (
    <section className="preview" aria-labelledby="anteprima">
      <h2 id="anteprima" tabIndex={-1} ref={heading}>
        Anteprima
      </h2>
      <p className="quiet">Così apparirà la pagina del corso. Non è ancora stato salvato nulla.</p>
      <div className="preview-page" onClickCapture={ignoreClick}>
        <div className="course">
          <CourseHeading
            course={page}
            state={state}
            rhythm={rhythmOf(page.sessions, page.format)}
            theme={themeName(page.theme)}
          />
          <PriceCard
            course={page}
            state={state}
            day={today()}
            cancellationCost={
              page.comingSoon || page.price === 0 ? null : cancellationCostInBrief(page, today())
            }
          />
          <div className="course-body">
            {courseTabs(page).map(({ id, content }) => (
              <section key={id} className="panel">
                {content}
              </section>
            ))}
            {page.teachers.length > 0 && <Teachers teachers={page.teachers} />}
            <section className="panel">
              <h2>Contatti</h2>
              <Contacts addresses={page.contattiEmail} />
              {page.partnerPromotori.length > 0 && <Partners partners={page.partnerPromotori} />}
            </section>
          </div>
        </div>
      </div>
    </section>
  )
}

function pageOf({ sessions, ...typed }: CourseTyped, slug: string): CourseFacts {
  return {
    ...typed,
    ...spanOf(sessions),
    id: '',
    slug: slugFrom(slug || typed.title),
    description: descriptionOf(typed),
    sessions: inOrderOfTime(sessions).map((session, position) => ({
      startTime: null,
      endTime: null,
      hours: null,
      topic: null,
      place: null,
      ...session,
      position,
      number: position,
    })),
    seatsTaken: 0,
    pdfFilePath: null,
    photoPath: null,
    photoAlt: null,
    cancelledAt: null,
    format: formatOf(typed),
    place: townOfLocation(typed),
  }
}
