import { CalendarLink } from '../../courses/calendar-link'
import type { CourseFacts } from '../../courses/queries.server'
import { addressAndMapOf } from '../../site/map'
import { Icon } from '../../ui/icon'
import { type Tab, Tabs } from '../../ui/tabs'
import { SessionCalendar, SessionLines } from './sessions'
import './course.css'
import '../../ui/tables/list.css'

/** The dates and texts of a course as tabs; without a script as sections one below the other. */
export function CourseSections({ course }: { course: CourseFacts }) {
  const tabs = courseTabs(course)
  return tabs.length > 0 && <Tabs label="Sezioni del corso" tabs={tabs} />
}

/** The dates and texts of a course. Empty ones are left out. */
export function courseTabs(course: CourseFacts): Tab[] {
  const tabs = [
    datesTab(course),
    descriptionTab(course),
    programmeTab(course),
    methodsTab(course),
    certificatesTab(course),
  ]
  return tabs.filter((tab) => tab !== null)
}

function datesTab(course: CourseFacts): Tab | null {
  const { sessions, location, format } = course
  if (sessions.length === 0) return null
  const classroom = location && format === 'in-aula' ? addressAndMapOf(location) : null
  const content = (
    <>
      <h2>Date</h2>
      <SessionCalendar sessions={sessions} />
      <div className="actions">
        <CalendarLink course={course} className="button" />
        {classroom && (
          <a className="button" href={classroom.mapLink} target="_blank" rel="noopener">
            {classroom.postalAddress.split(',')[0]}, mappa <Icon name="out" />
          </a>
        )}
      </div>
    </>
  )
  return { id: 'date', title: 'Date', content }
}

function descriptionTab({ description, destinatari, level }: CourseFacts): Tab | null {
  if (!description && destinatari.length === 0 && !level) return null
  const content = (
    <>
      <h2>Descrizione</h2>
      {description?.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph} className="paragraph">
          {paragraph}
        </p>
      ))}
      {destinatari.length > 0 && (
        <>
          <h3>A chi è rivolto</h3>
          <Lines lines={destinatari} />
        </>
      )}
      {level && (
        <p className="level">
          Livello: <b>{level}</b>
        </p>
      )}
    </>
  )
  return { id: 'descrizione', title: 'Descrizione', content }
}

function programmeTab({ moduli, contenuti }: CourseFacts): Tab | null {
  if (moduli.length === 0) return null
  const content = (
    <>
      <h2>Programma</h2>
      <ol className="modules">
        {moduli.map((title, i) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              {i === 0 && contenuti.length > 0 && <Lines lines={contenuti} />}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
  return { id: 'programma', title: 'Programma', content }
}

function methodsTab(course: CourseFacts): Tab | null {
  const { sessions, metodologie } = course
  const MethodsHeading = sessions.length > 0 ? 'h3' : 'h2'
  if (sessions.length === 0 && metodologie.length === 0) return null
  const content = (
    <>
      {sessions.length > 0 && (
        <>
          <h2>Calendario sessioni</h2>
          <SessionLines sessions={sessions} />
        </>
      )}
      {metodologie.length > 0 && (
        <>
          <MethodsHeading>Metodologie didattiche</MethodsHeading>
          <ul className="tags">
            {metodologie.map((method) => (
              <li key={method} className="tag">
                {method}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
  return { id: 'metodologia', title: 'Metodologia', content }
}

function certificatesTab({ certificazione }: CourseFacts): Tab | null {
  if (certificazione.length === 0) return null
  const content = (
    <>
      <h2>Certificazioni rilasciate</h2>
      <Lines lines={certificazione} />
    </>
  )
  return { id: 'certificazioni', title: 'Certificazioni', content }
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul className="list">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
