import { isDeletedAccount } from '../../accounts/rules'
import { staffFrom } from '../../accounts/session/session.server'
import { exportCsv } from '../../audit/export.server'
import { courseByKey } from '../../courses/office.queries.server'
import { type Cell, writePhone } from '../../http/csv.server'
import { readOrExplain } from '../../http/read-error.server'
import {
  type AttendanceRequirement,
  attendanceRequirement,
  attendedPercent,
  hoursOf,
} from '../attendance/rules'
import { rosterPage } from '../pages.rules'
import { stateOrEndingLabel } from '../rules'
import type { Route } from './+types/export.resource'
import { wholeRoster } from './queries.server'

/**
 * The roster as a CSV file. `?a`: enrolments to export, else all; `?formato=iso`: with decimal points, for programs.
 */
export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, params.course)
  if (!course) return new Response('Questo corso non esiste.', { status: 404 })
  const chosenIds = url.searchParams.getAll('a')
  const requirement = attendanceRequirement(course.sessions, course.attendanceThreshold)
  const isForPrograms = url.searchParams.get('formato') === 'iso'
  return exportCsv(
    staff,
    { request, url },
    {
      name: `iscritti_${course.slug}`,
      columns: ['Email', 'Nome', 'Cognome', 'Azienda', 'Telefono', 'Stato', ...HOURS_COLUMNS],
      rows: rows(wholeRoster(staff, course.id, chosenIds), requirement, isForPrograms),
      filters: { course: course.title, ...(chosenIds.length > 0 && { chosen: String(chosenIds.length) }) },
      limit: 'lists',
      page: rosterPage(course.id),
    },
  )
}

const HOURS_COLUMNS = ['Ore frequentate', 'Ore previste', 'Frequenza (%)']

/** The rows of the file. `isForPrograms`: with decimal points, else with the commas of spreadsheets. */
async function* rows(
  reading: ReturnType<typeof wholeRoster>,
  requirement: AttendanceRequirement,
  isForPrograms: boolean,
) {
  const hours = (minutes: number) => (isForPrograms ? String(hoursOf(minutes)) : hoursOf(minutes))
  const people = await readOrExplain('Errore nel recuperare gli utenti', reading)
  yield people.map(
    ({ email, firstName, lastName, company, phone, status, ending, attended, soFar }): Cell[] => [
      isDeletedAccount(email) ? null : email,
      firstName,
      lastName,
      company,
      writePhone(phone),
      stateOrEndingLabel(status, ending),
      soFar === 0 ? null : hours(attended),
      requirement.planned === null ? null : hours(requirement.planned),
      soFar === 0 ? null : attendedPercent({ attended }, requirement),
    ],
  )
}
