import { href, Link } from 'react-router'
import { listedTeachers } from '../courses/queries.server'
import { today } from '../runtime/clock'
import { log } from '../runtime/log.server'
import { hasTeamExamples } from '../site/invented'
import { siteSettings } from '../site/settings'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/about.screen'
import { aboutTexts } from './about-words'
import { FeatureList } from './feature-list'
import { PicenoMap } from './piceno-map'
import { structuredOrganizationInDetail } from './structured-organization'
import { TeamEntry } from './team-entry'
import '../ui/sections.css'
import './about.css'

export const handle = { scriptless: true }

/** Loads 'Chi siamo', also while the database does not answer. */
export async function loader() {
  const teaching = await listedTeachers().catch((fault: unknown) => {
    log.error({ err: fault }, 'teachers not read')
    return []
  })
  return { ...aboutTexts(today()), teaching }
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { meta, lead, story, values, partnership, closing } = loaderData
  return (
    <>
      <PageHead
        {...meta}
        path={href('/chi-siamo')}
        structured={(origin) => (import.meta.env.SSR ? [structuredOrganizationInDetail(origin)] : [])}
      />
      <div className="page about-head">
        <h1>{meta.title}</h1>
        <p className="lead">{lead}</p>
      </div>
      <section className="section page split section-first" aria-labelledby="storia">
        <div className="split-text">
          <h2 id="storia">{story.title}</h2>
          <PicenoMap />
        </div>
        <div className="story">
          {story.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
      <section className="band" aria-labelledby="valori">
        <div className="section page">
          <h2 id="valori">{values.title}</h2>
          <FeatureList features={values.items} as="columns" />
        </div>
      </section>
      <section className="section page split" aria-labelledby="universita">
        <div className="split-text">
          <h2 id="universita">{partnership.title}</h2>
          <p>{partnership.lead}</p>
          <Link className="link" to={href('/corsi')}>
            Tutti i corsi <Icon name="right" />
          </Link>
        </div>
        <FeatureList features={partnership.items} />
      </section>
      <Team words={loaderData.team} teaching={loaderData.teaching} />
      <section className="closing">
        <div className="page closing-page">
          <h2>{closing.title}</h2>
          <div className="actions">
            <Link className="button button-large button-on-ink" to={href('/contatti')}>
              {closing.toContacts}
            </Link>
            <Link className="button button-large button-on-ink" to={href('/corsi')}>
              {closing.toCourses}
            </Link>
          </div>
        </div>
      </section>
    </>
  )
}

/**
 * The section 'Le persone', without a list if the team is empty. `teaching`: the names of all teachers of listed
 * courses.
 */
function Team({ words, teaching }: { words: ReturnType<typeof aboutTexts>['team']; teaching: string[] }) {
  const { team } = siteSettings()
  return (
    <section className="section page" aria-labelledby="persone">
      <div className="team-head">
        <h2 id="persone">{words.title}</h2>
        <p>{words.text}</p>
      </div>
      {team.length > 0 && (
        <ul className="team">
          {team.map((person, place) => (
            <li key={person.id} id={`persona-${place + 1}`}>
              <TeamEntry person={person} place={place}>
                {teaching.includes(person.name) && (
                  <Link className="link" to={`${href('/corsi')}?q=${encodeURIComponent(person.name)}`}>
                    I suoi corsi
                    <span className="visually-hidden">: {person.name}</span>
                  </Link>
                )}
              </TeamEntry>
            </li>
          ))}
        </ul>
      )}
      {hasTeamExamples() && <p className="small-print">{words.examplesNote}</p>}
    </section>
  )
}
