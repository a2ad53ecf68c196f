import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { isGone } from '../../accounts/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { Form, Submit } from '../../ui/forms/form'
import { MailLink } from '../../ui/mail-link'
import { queryWith } from '../../ui/query'
import { TableHead } from '../../ui/tables/table-head'
import { mayCancel } from '../end.rules'
import { StandingLabel } from '../mine/state-label'
import { QUESTIONS, questionAddress } from '../review/buttons.rules'
import type { ButtonResult } from '../review/form-actions.server'
import { isRosterStep, type RosterStep, stepButton, stepLabel, stepsFrom } from '../steps.rules'
import type { RosterPerson } from './queries.server'

/** `closed`: deleted or cancelled. */
type Course = { startDate: string | null; begun: boolean; closed: boolean }

export const withoutQuestion = (search: string) => queryWith(search, { [QUESTIONS.start]: null })

/** The fragment of a row. */
export const rosterAnchor = (enrolment: string) => `#iscritto-${enrolment}`

/** `path` and `search`: the address of the roster without a question. */
export function RosterTable({
  people,
  course,
  question,
  path,
  search,
}: {
  people: RosterPerson[]
  course: Course
  question: ButtonResult['question']
  path: string
  search: string
}) {
  if (people.length === 0) return null
  return (
    <table className="table dense stack unstacked-on-paper roster">
      <TableHead columns={['Nome e cognome', 'Email', 'Azienda', 'Telefono', 'Stato', 'Segna come']} />
      <tbody>
        {people.map((person) => {
          const step =
            question?.request.id === person.id && isRosterStep(question.intent) ? question.intent : undefined
          const steps = step || course.closed ? [] : stepsFrom(person.status, course.begun)
          return (
            <Fragment key={person.id}>
              <Row person={person} steps={steps} closed={course.closed} page={path + search} />
              {step && <Question person={person} step={step} course={course} action={path + search} />}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function Row({
  person,
  steps,
  closed,
  page,
}: {
  person: RosterPerson
  steps: RosterStep[]
  closed: boolean
  page: string
}) {
  const name = `${person.firstName} ${person.lastName}`
  const change = (address: string, label: string, named = label) => (
    <Link className="link" to={address} aria-label={`${named}: ${name}`}>
      {label}
    </Link>
  )
  return (
    <tr>
      <td>
        {isGone(person.email) ? (
          <b>{name}</b>
        ) : (
          <Link className="person-name" to={href('/admin/people/:person', { person: person.personId })}>
            {name}
          </Link>
        )}
      </td>
      <td data-label="Email">{isGone(person.email) ? '–' : <MailLink address={person.email} />}</td>
      <td data-label="Azienda">{person.company ?? '–'}</td>
      <td data-label="Telefono" className="num">
        {person.phone ?? '–'}
      </td>
      <td data-label="Stato">
        <StandingLabel status={person.status} ending={person.ending} />
        {person.newDates && <small className="quiet">{NEW_DATES[person.newDates]}</small>}
        {person.hasCertificate && <small className="quiet">Attestato consegnato</small>}
      </td>
      <td className="steps-to">
        {steps.map((step, i) => (
          // The next page stays at this row.
          <Form
            key={step}
            method="post"
            action={questionAddress(page, step, person.id) + rosterAnchor(person.id)}
            preventScrollReset
          >
            <input type="hidden" name="intent" value={step} />
            <Submit
              id={i === 0 ? rosterAnchor(person.id).slice(1) : undefined}
              className={isBack(step) ? 'button button-small button-quiet' : 'button button-small'}
              name="enrolment"
              value={person.id}
              busy="Salvo..."
              aria-label={`${stepButton(step)}: ${name}`}
            >
              {stepButton(step)}
            </Submit>
          </Form>
        ))}
        {!closed && mayCancel(person.status).ok && (
          <>
            {change(href('/admin/iscrizioni/:enrolment/sposta', { enrolment: person.id }), 'Sposta')}
            {change(
              href('/admin/iscrizioni/:enrolment/disdici', { enrolment: person.id }),
              'Disdici',
              'Disdici l’iscrizione',
            )}
          </>
        )}
        {!person.ending &&
          !isGone(person.email) &&
          change(
            href('/admin/iscrizioni/:enrolment/documento', { enrolment: person.id }),
            'Documento',
            'Dai un documento',
          )}
      </td>
    </tr>
  )
}

const NEW_DATES = { resta: 'Resta con le nuove date', aperta: 'Non ha risposto sulle nuove date' }

const isBack = (step: RosterStep) => step === 'uncomplete' || step === 'unstart'

/** Asks before a step that precedes the first session. */
function Question({
  person,
  step,
  course,
  action,
}: {
  person: RosterPerson
  step: RosterStep
  course: Course
  action: string
}) {
  const place = rosterAnchor(person.id)
  return (
    <tr>
      <td colSpan={6}>
        <Form method="post" action={action + place} className="form to-confirm" preventScrollReset>
          <p tabIndex={-1} id={place.slice(1)}>
            Il corso non è ancora iniziato
            {course.startDate &&
              ` (prima sessione ${withArticle('il', formatDate(course.startDate, 'd MMMM yyyy'))})`}
            . Segnare {person.firstName} {person.lastName} come «{stepLabel(step)}»?
          </p>
          <input type="hidden" name="intent" value={step} />
          <input type="hidden" name="early" value="1" />
          <div className="actions">
            <Submit className="button" name="enrolment" value={person.id} busy="Salvo...">
              Segna «{stepLabel(step)}»
            </Submit>
            <Link className="link" to={action + place} preventScrollReset>
              Lascia com’è
            </Link>
          </div>
        </Form>
      </td>
    </tr>
  )
}
