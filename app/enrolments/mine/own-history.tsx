import { formatDate } from '../../italian/dates'
import { whereMoved } from './enrolment-status'
import type { PastPostponement } from './postponement.queries.server'
import type { Enrolment } from './queries.server'

/** What happened to an enrolment, with its days, the newest first. */
export function OwnHistory({
  enrolment,
  postponements,
}: {
  enrolment: Enrolment
  postponements: PastPostponement[]
}) {
  return (
    <dl className="own-facts">
      {historyOf(enrolment, postponements).map(([what, when]) => (
        <div key={what + when.getTime()}>
          <dt className="num">{formatDate(when, 'd MMMM yyyy')}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The words for an entry by the office, or for a request. */
const entryInWords = (officeEntry: Enrolment['officeEntry']) => {
  if (!officeEntry) return 'Richiesta inviata'
  return officeEntry === 'enrolled' ? 'Iscrizione fatta dalla segreteria' : 'Messa in lista dalla segreteria'
}

/** What happened to the enrolment with its moments, the newest first; of one moment the later line first. */
function historyOf(enrolment: Enrolment, postponements: PastPostponement[]): [string, Date][] {
  const { requestedAt, endedAt, ending, officeEntry } = enrolment
  const endingsInWords = {
    cancelled_by_person: 'Hai disdetto l’iscrizione',
    cancelled_by_office: 'La segreteria ha disdetto l’iscrizione',
    transferred: whereMoved(enrolment.movedTo),
    edition_cancelled: 'Edizione annullata',
  }
  const unlessEntered = (at: Date | null) =>
    officeEntry && at?.getTime() === requestedAt.getTime() ? null : at
  const deeds: [string, Date | null][] = [
    [entryInWords(officeEntry), requestedAt],
    ['In lista d’attesa', unlessEntered(enrolment.waitingSince)],
    ['Posto in lista confermato', unlessEntered(enrolment.admittedAt)],
    ['Iscrizione approvata', unlessEntered(enrolment.approvedAt)],
    ['Richiesta rifiutata', enrolment.rejectedAt],
    ...postponements.flatMap(({ decidedAt, from, to, stays, answeredAt }): [string, Date | null][] => [
      [changedDatesInWords(from, to), decidedAt],
      [
        stays ? 'Hai risposto che le nuove date vanno bene' : 'Hai risposto che le nuove date non vanno bene',
        answeredAt,
      ],
    ]),
    [ending ? endingsInWords[ending] : '', endedAt],
  ]
  return deeds
    .flatMap(([what, when]) => (when ? [[what, when] as [string, Date]] : []))
    .sort(([, a], [, b]) => a.getTime() - b.getTime())
    .reverse()
}

/** 'Corso rinviato: inizio 13 maggio 2027, prima 9 gennaio 2027'. `from`, `to`: the first days of the course. */
function changedDatesInWords(from: string | null, to: string | null): string {
  if (!from || !to || from === to) return 'Date del corso cambiate'
  return `Corso rinviato: inizio ${formatDate(to, 'd MMMM yyyy')}, prima ${formatDate(from, 'd MMMM yyyy')}`
}
