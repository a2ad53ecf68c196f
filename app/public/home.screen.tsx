import { href, Link } from 'react-router'
import { CourseStrips, stripOf } from '../catalogue/course-page/course-strip'
import { NoObligation } from '../catalogue/course-page/enrol-form'
import { ComingCourseCard, CourseCard, NoCourses } from '../catalogue/list/card'
import { readOwnStatuses } from '../catalogue/own-statuses.queries.server'
import { ContactForm } from '../contacts/contact-form'
import { contactFacts, receiveContact } from '../contacts/contact-form.server'
import { type CourseCardFacts, firstListedCourses, nextCourseAfter } from '../courses/queries.server'
import { HOME_COURSES } from '../courses/rules'
import { loadSections } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { today } from '../runtime/clock'
import { openingAt } from '../site/opening.server'
import { siteSettings } from '../site/settings'
import { Loggia } from '../ui/artwork/loggia'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/home.screen'
import { ContactDetails } from './contact-details'
import { Faq } from './faq'
import { FeatureList } from './feature-list'
import { CONTACT_INVITATION, closingTitle, homeMeta, reasonsToChoose } from './home-words'
import { shownQuestions } from './questions'
import { structuredOrganization } from './structured-organization'
import '../ui/sections.css'
import './home.css'

export async function loader(requestContext: Route.LoaderArgs) {
  const day = today()
  const opening = openingAt(new Date())
  const { loadSection, respond } = loadSections()
  const [contact, courses] = await Promise.all([
    contactFacts(requestContext, null),
    loadSection('Impossibile caricare i corsi', firstListedCourses(HOME_COURSES), null),
  ])
  // The page must fit the first round trip of a connection, 14 KB. The cards of open courses show no description.
  const brief = courses?.map((course) => (course.comingSoon ? course : withoutDescription(course)))
  const isNext = ({ comingSoon, startDate }: CourseCardFacts) => !comingSoon && startDate && startDate > day
  const next =
    brief?.find(isNext) ??
    (courses && (await loadSection('Impossibile caricare il prossimo corso', nextInBrief(day), null)))
  const ownStatuses = await readOwnStatuses(requestContext.request, requestContext.context, courses ?? [])
  return respond({ courses: brief, next, ownStatuses, day, opening, contact })
}

/** The card of the first course that begins after a day, without the description, which its strip does not show. */
async function nextInBrief(day: string): Promise<CourseCardFacts | null> {
  const course = await nextCourseAfter(day)
  return course && withoutDescription(course)
}

const withoutDescription = ({ shortDescription, ...course }: CourseCardFacts): CourseCardFacts => course

export function action(requestContext: Route.ActionArgs) {
  return receiveContact(requestContext, '/')
}

/** Passes on the `Retry-After` of a refusal. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Home({
  loaderData: { courses, next, ownStatuses, day, opening, contact },
  actionData,
}: Route.ComponentProps) {
  const { company, texts } = siteSettings()
  return (
    <>
      <PageHead
        {...homeMeta()}
        title={company.tagline}
        path={href('/')}
        structured={(origin) => (import.meta.env.SSR ? [structuredOrganization(origin)] : [])}
        error={actionData !== undefined}
      />
      <Hero next={next} />
      <div className="page">
        <ul className="proof">
          {reasonsToChoose(day).map(({ title, text }) => (
            <li key={title}>
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <section className="section page" aria-labelledby="corsi">
        <div className="section-head">
          <h2 id="corsi">I prossimi corsi</h2>
          <Link className="link" to={href('/corsi')}>
            Tutti i corsi <Icon name="right" />
          </Link>
        </div>
        {!courses?.length && <NoCourses hasFailed={!courses} />}
        <ul className={courses?.[0]?.slug === next?.slug ? 'hero-first' : undefined}>
          {courses?.map((course) =>
            course.comingSoon ? (
              <ComingCourseCard key={course.slug} course={course} />
            ) : (
              <CourseCard key={course.slug} course={course} ownStatus={ownStatuses[course.slug]} />
            ),
          )}
        </ul>
        {courses?.some(({ comingSoon }) => !comingSoon) && <NoObligation />}
      </section>
      <section className="band" aria-labelledby="perche">
        <div className="section page split">
          <div className="split-text">
            <h2 id="perche">{texts.home.partnershipTitle}</h2>
            <p>{texts.home.partnership}</p>
            <Link className="link" to={href('/chi-siamo')}>
              Chi siamo <Icon name="right" />
            </Link>
          </div>
          <FeatureList features={texts.home.benefits} />
        </div>
      </section>
      <section className="section page split" id="contatti" aria-labelledby="contatti-titolo">
        <div className="split-text">
          <h2 id="contatti-titolo">Parliamone</h2>
          <p>{CONTACT_INVITATION}</p>
          <ContactDetails opening={opening} />
        </div>
        <ContactForm facts={contact} result={actionData} />
      </section>
      <section className="section page split" aria-labelledby="faq">
        <div className="split-text">
          <h2 id="faq">Domande frequenti</h2>
          <p>Non trovi la risposta? Chiedila alla segreteria.</p>
          <Link className="link" to={href('/contatti')}>
            Scrivi alla segreteria <Icon name="right" />
          </Link>
        </div>
        <Faq questions={shownQuestions()} />
      </section>
      <section className="closing">
        <div className="page closing-page">
          <h2>{closingTitle(next ? formatDate(next.startDate, 'MMMM') : null)}</h2>
          <Link className="button button-large button-on-ink" to={href('/corsi')}>
            Scopri i corsi
          </Link>
        </div>
      </section>
    </>
  )
}

function Hero({ next }: { next: CourseCardFacts | null }) {
  const { title, lead } = siteSettings().texts.home
  const [first, second] = title
  return (
    <div className="page hero">
      <div className="hero-text">
        <h1>
          {first}
          <br />
          {second}
        </h1>
        <p className="lead">{lead}</p>
        {next && (
          <div className="hero-next">
            <CourseStrips
              courses={[stripOf({ ...next, price: next.early?.price ?? next.price })]}
              label="Il prossimo corso"
            />
          </div>
        )}
        <div className="actions">
          <Link className="button button-main button-large" to={href('/corsi')}>
            Scopri i corsi
          </Link>
          <Link className="link" to={href('/contatti')}>
            Contattaci
          </Link>
        </div>
      </div>
      <div className="hero-art">
        <Loggia />
      </div>
    </div>
  )
}
