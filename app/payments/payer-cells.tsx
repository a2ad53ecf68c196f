import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { PersonName } from '../enrolments/person-name'
import { editionLine } from '../ui/edition'
import type { UnpaidEnrolment } from './list.queries.server'
import '../ui/dot-line.css'
import './payments.css'

/** The first two cells of a row: who pays, and for which edition. `choice`: the box of the row. */
export function PayerCells({
  person,
  course,
  company = person.company,
  choice,
}: Pick<UnpaidEnrolment, 'person' | 'course'> & { company?: string | null; choice?: ReactNode }) {
  const { phone } = person
  return (
    <>
      <td>
        {choice}
        <PersonName person={person} />
        {(company || phone) && (
          <small>
            <span className="dot-line">
              {company && <span>{company}</span>} {phone && <span className="payer-phone">{phone}</span>}
            </span>
          </small>
        )}
      </td>
      <td data-label="Corso">
        <Link to={href('/admin/courses/:course/pagamenti', { course: course.id })}>{course.title}</Link>
        <small>{editionLine(course)}</small>
      </td>
    </>
  )
}
