import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { PhoneLinks } from '../accounts/phone-links'
import { messagePage } from '../contacts/admin/rules'
import { SOON_DAYS } from '../courses/table/rules'
import { LATE_DAYS } from '../enrolments/review/queue.rules'
import type { OfferCall } from '../enrolments/waiting-list/list.queries.server'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatMoment } from '../italian/times'
import { hasPhone } from '../parsing/phone.rules'
import { MailAddress } from '../ui/mail-link'

export type TodaysCounts = {
  pending: number
  late: number
  full: number
  starting: number
  undated: number
  undecided: number
  written: number
  undelivered: number
}

/** A zero is not shown. `calls`: whom to offer a free seat by telephone, because the course begins within a day or has begun. */
export function Today({ counts, calls }: { counts: TodaysCounts; calls: OfferCall[] }) {
  const { pending, late, full, starting, undated, undecided, written, undelivered } = counts
  const all = [pending, written, full, starting, undated, undecided, undelivered, calls.length]
  const calm = all.every((count) => count === 0)
  return (
    <section className="today" aria-labelledby="oggi">
      <h2 id="oggi">Oggi</h2>
      {calm && <p className="quiet">Niente che ti aspetti: nessuna richiesta, nessun corso da sistemare.</p>}
      <Calls calls={calls} />
      <ul className="todays-counts">
        <Item
          count={pending}
          to={href('/admin/richieste')}
          singular="richiesta in attesa"
          many="richieste in attesa"
        >
          {late > 0 && (
            <Link className="urgent" to={`${href('/admin/richieste')}?eta=in-ritardo`}>
              {formatCount(late, 'aspetta', 'aspettano')} da almeno {LATE_DAYS} giorni
            </Link>
          )}
        </Item>
        <Item
          count={undecided}
          to={`${href('/admin')}?stato=da-confermare#gestione`}
          singular="edizione da confermare o annullare"
          many="edizioni da confermare o annullare"
          urgent
        />
        <Item
          count={written}
          to={href('/admin/contacts')}
          singular="contatto da gestire"
          many="contatti da gestire"
        />
        <Item
          count={starting}
          to={`${href('/admin')}?stato=in-partenza#gestione`}
          singular={`corso comincia entro ${SOON_DAYS} giorni`}
          many={`corsi cominciano entro ${SOON_DAYS} giorni`}
        />
        <Item
          count={full}
          to={`${href('/admin')}?stato=pieni#gestione`}
          singular="corso al completo o quasi"
          many="corsi al completo o quasi"
        />
        <Item
          count={undated}
          to={`${href('/admin')}?stato=senza-date#gestione`}
          singular="corso pubblicato senza date"
          many="corsi pubblicati senza date"
        />
        <Item
          count={undelivered}
          to={href('/admin/mail')}
          singular="email non consegnata"
          many="email non consegnate"
          urgent
        />
      </ul>
    </section>
  )
}

function Calls({ calls }: { calls: OfferCall[] }) {
  if (calls.length === 0) return null
  return (
    <ul className="todays-calls">
      {calls.map(({ courseId, title, start, begun, name, phone, email }) => (
        <li key={courseId}>
          <b>
            {phone && hasPhone(phone) ? 'Chiama' : 'Scrivi a'} {name}
          </b>{' '}
          {phone && hasPhone(phone) ? (
            <PhoneLinks phone={phone} />
          ) : (
            <a href={`mailto:${email}`}>
              <MailAddress address={email} />
            </a>
          )}
          : c’è un posto in <Link to={waitingListPage(courseId)}>{title}</Link>, {begun && 'cominciato '}
          {formatMoment(start)}.
        </li>
      ))}
    </ul>
  )
}

function Item({
  count,
  to,
  singular,
  many,
  urgent = false,
  children,
}: {
  count: number
  to: string
  singular: string
  many: string
  urgent?: boolean
  children?: ReactNode
}) {
  if (count === 0) return null
  return (
    <li>
      <Link className={urgent ? 'figure-link urgent' : 'figure-link'} to={to}>
        <b className="num">{count}</b> {count === 1 ? singular : many}
      </Link>
      {children}
    </li>
  )
}

type Contact = { id: string; name: string; surname: string; createdAt: Date }

export function NewestContacts({ contacts }: { contacts: Contact[] }) {
  if (contacts.length === 0) return null
  return (
    <section aria-labelledby="contatti">
      <h2 id="contatti">Ultimi contatti</h2>
      <ul className="contacts">
        {contacts.map(({ id, name, surname, createdAt }) => (
          <li key={id}>
            <Link to={messagePage(id)}>{`${name} ${surname}`}</Link>
            <span className="quiet num">{formatDate(createdAt, 'dd/MM/yyyy HH:mm')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
