import { formatDate } from './dates'

type Time = string | null | undefined

/** '09:00:00' → '9:00'; '' without a time. `time`: HH:MM or HH:MM:SS. */
export function formatTime(time: Time): string {
  return time?.slice(0, 5).replace(/^0/, '') ?? ''
}

/** '9:00–18:00', with an en dash; one of the two times alone where the other is unknown. */
export function formatTimes(startTime: Time, endTime: Time): string {
  return [startTime, endTime].map(formatTime).filter(Boolean).join('–')
}

/** A moment in Italy to put after 'entro': 'le 10:00 di giovedì 26 novembre'. */
export function formatDeadline(moment: Date): string {
  return `le ${formatDate(moment, 'HH:mm')} di ${formatDate(moment, 'EEEE d MMMM')}`
}

/** A moment in Italy: 'giovedì 26 novembre alle 10:00'. */
export function formatMoment(moment: Date): string {
  return `${formatDate(moment, 'EEEE d MMMM')} alle ${formatDate(moment, 'HH:mm')}`
}

/** A moment in Italy: 'alle 10:00' on the day of `now`, 'giovedì 26 novembre alle 10:00' on another day. */
export function formatMomentInBrief(moment: Date, now: Date): string {
  const [day, today] = [moment, now].map((date) => formatDate(date, 'yyyy-MM-dd'))
  return day === today ? `alle ${formatDate(moment, 'HH:mm')}` : formatMoment(moment)
}
