import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { PhoneLinks } from '../../../accounts/phone-links'
import { formatDate } from '../../../italian/dates'
import { formatCount, ordinal } from '../../../italian/numbers'
import { formatMoment } from '../../../italian/times'
import { firstPhoneLink } from '../../../parsing/phone.rules'
import { Form, Submit } from '../../../ui/forms/form'
import { Icon } from '../../../ui/icon'
import { More } from '../../../ui/overlays/more'
import { TableHead } from '../../../ui/tables/table-head'
import { type Intent, openerId, questionAddress } from '../../review/buttons.rules'
import { waitingListPage } from '../../waiting-list.rules'
import type { WaitingPerson } from '../list.queries.server'
import './list-table.css'

type Course = { id: string }

/** People to whom a seat is offered, until they answer or the offer ends. */
export function OpenOffers({ offers, course }: { offers: WaitingPerson[]; course: Course }) {
  return (
    <section aria-labelledby="offerte">
      <div className="list-head">
        <h3 id="offerte">Posto offerto</h3>
        <span className="quiet">{formatCount(offers.length, 'offerta aperta', 'offerte aperte')}</span>
      </div>
      <ul>
        {offers.map((row) => (
          <li key={row.id} className="open-offer">
            <div>
              <p>
                <PersonLink {...row} /> ha tempo fino a <b>{formatMoment(row.offeredUntil ?? row.since)}</b>
              </p>
              <small>{row.company}</small>
              <small>{row.phone && <PhoneLinks phone={row.phone} />}</small>
            </div>
            <div className="row-actions">
              <CallButton row={row} />
              <More of={row.name}>
                <ActButton course={course} row={row} intent="approve" label="Approva" />
              </More>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = {
  list: WaitingPerson[]
  course: Course
  nextId: string | null
  offersByEmail: boolean
  mayAdmit: boolean
}

/**
 * People on the list with their places, in which people with an offer count too. `nextId`: of the enrolment to which
 * the next free seat is offered, null without one; `offersByEmail`: seats are offered by e-mail, and people with an
 * offer are shown elsewhere (`OpenOffers`); `mayAdmit`: the edition accepts requests.
 */
export function WaitingTable({ list, course, nextId, offersByEmail, mayAdmit }: Props) {
  return (
    <table className="table dense stack waiting-list">
      <TableHead columns={['Posto', 'Persona', 'In lista dal', 'Nota']} hidden="Azioni" />
      <tbody>
        {list.map((row, index) =>
          row.offeredUntil && offersByEmail ? null : (
            <tr key={row.id}>
              <td className="num">
                <b>{ordinal(index + 1)}</b>
              </td>
              <td>
                <Person {...row} />
              </td>
              <td className="num" data-label="In lista dal">
                {formatDate(row.since, 'd MMMM yyyy')}
              </td>
              <td data-label="Nota">
                <Notes row={row} isNext={row.id === nextId} />
              </td>
              <td>
                <RowActions
                  row={row}
                  course={course}
                  offersByEmail={offersByEmail}
                  mayAdmit={mayAdmit && !row.isAdmitted}
                  isNext={row.id === nextId}
                  isFirst={index === 0}
                />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

type NamedPerson = Pick<WaitingPerson, 'personId' | 'name' | 'phone' | 'company'>

function PersonLink({ personId, name }: NamedPerson) {
  return (
    <Link className="person-name" to={href('/admin/people/:person', { person: personId })}>
      {name}
    </Link>
  )
}

function Person(person: NamedPerson) {
  const { phone, company } = person
  return (
    <>
      <PersonLink {...person} />
      {company && <small>{company}</small>}
      {phone && (
        <small>
          <PhoneLinks phone={phone} />
        </small>
      )}
    </>
  )
}

/** Notes about a person on the list: the open offer, the next turn, a missing admission, the reason of a move. */
function Notes({ row, isNext }: { row: WaitingPerson; isNext: boolean }) {
  const { isAdmitted, moveReason, offeredUntil } = row
  const notes: ReactNode[] = [
    offeredUntil && <b>Posto offerto fino a {formatMoment(offeredUntil)}</b>,
    isNext && 'La prossima offerta',
    !isAdmitted && 'Da ammettere',
    moveReason && `Spostata avanti: ${moveReason}`,
  ].filter(Boolean)
  return notes.length === 0 ? 'Ammessa' : notes.map((note, index) => <p key={String(index)}>{note}</p>)
}

/**
 * What the office can do for a person on the list: acts that are expected as buttons, the others in a menu. `mayAdmit`:
 * the person can be admitted; `isNext`: the next free seat is offered to them; `isFirst`: they are at the top of the
 * list.
 */
function RowActions({
  row,
  course,
  offersByEmail,
  mayAdmit,
  isNext,
  isFirst,
}: {
  row: WaitingPerson
  course: Course
  offersByEmail: boolean
  mayAdmit: boolean
  isNext: boolean
  isFirst: boolean
}) {
  const mayMove = !row.moveReason && !isFirst && !row.offeredUntil
  const offerLink = (
    <QuestionLink course={course} row={row} intent="offer" label="Offri il posto" isButton={isNext} />
  )
  const hasMore = !offersByEmail || !isNext || row.moveReason !== null || mayMove
  return (
    <div className="row-actions">
      {mayAdmit && <ActButton course={course} row={row} intent="admit" label="Ammetti" isButton />}
      {row.isAdmitted && !offersByEmail && <CallButton row={row} />}
      {isNext && offerLink}
      {hasMore && (
        <More of={row.name}>
          {!offersByEmail && <ActButton course={course} row={row} intent="approve" label="Approva" />}
          {offersByEmail && !isNext && offerLink}
          {row.moveReason && (
            <ActButton course={course} row={row} intent="move-back" label="Rimetti al suo posto" />
          )}
          {mayMove && <QuestionLink course={course} row={row} intent="move" label="Sposta in cima" />}
        </More>
      )}
    </div>
  )
}

/** The button that telephones to a person; nothing without a number. */
function CallButton({ row: { name, phone } }: { row: WaitingPerson }) {
  const number = firstPhoneLink(phone ?? '')
  return (
    number && (
      <a className="button button-small" href={number} aria-label={`Chiama: ${name}`}>
        <Icon name="phone" /> Chiama
      </a>
    )
  )
}

type ActProps = { course: Course; row: WaitingPerson; label: string; isButton?: boolean }

/** The button of an act that is done at once. */
function ActButton({ course, row, intent, label, isButton }: ActProps & { intent: Intent }) {
  return (
    <Form
      method="post"
      action={questionAddress(waitingListPage(course.id), intent, row.id)}
      preventScrollReset
    >
      <input type="hidden" name="intent" value={intent} />
      <Submit
        id={openerId(intent, row.id)}
        className={isButton ? 'button button-small' : undefined}
        name="enrolment"
        value={row.id}
        busy="Salvo..."
        aria-label={`${label}: ${row.name}`}
      >
        {label}
      </Submit>
    </Form>
  )
}

/** The link to the question of an act that is confirmed first. */
function QuestionLink({ course, row, intent, label, isButton }: ActProps & { intent: 'offer' | 'move' }) {
  return (
    <Link
      className={isButton ? 'button button-small' : undefined}
      to={questionAddress(waitingListPage(course.id), intent, row.id)}
      preventScrollReset
      aria-label={`${label}: ${row.name}`}
    >
      {label}
    </Link>
  )
}

/** Admitted people who have let an offer expire and are no longer on the list. */
export function MissedOffers({ people }: { people: (NamedPerson & { id: string })[] }) {
  return (
    <section aria-labelledby="scadute">
      <div className="list-head">
        <h3 id="scadute">Offerta scaduta</h3>
      </div>
      <p className="quiet">
        Chi non ha risposto in tempo non è più in lista: può rientrare dalla sua area personale.
      </p>
      <ul className="missed-offers">
        {people.map(({ id, ...person }) => (
          <li key={id}>
            <Person {...person} />
          </li>
        ))}
      </ul>
    </section>
  )
}
