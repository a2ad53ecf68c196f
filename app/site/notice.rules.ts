import type { Notice } from '../content/settings.rules'
import { formatDate } from '../italian/dates'

/** What visitors see of a notice. */
export type ShownNotice = Pick<Notice, 'text' | 'linkLabel' | 'linkAddress'>

/** The Italian time of an instant as YYYY-MM-DDTHH:MM, the form in which a notice stores its start and end. */
export const noticeMinute = (now: Date) => formatDate(now, 'yyyy-MM-ddTHH:mm')

/** `hidden`: switched off or without a text; `before` and `after`: outside of its start and end. */
export type NoticePhase = 'hidden' | 'before' | 'shown' | 'after'

/** Whether the site shows a notice at `now`, and if not, why. */
export function noticePhase({ isOn, text, from, to }: Notice, now: Date): NoticePhase {
  const minute = noticeMinute(now)
  if (!isOn || !text) return 'hidden'
  if (from && minute < from) return 'before'
  return to && to <= minute ? 'after' : 'shown'
}

/** Returns what the site shows of a notice at a moment; null if it shows nothing. */
export function noticeAt(notice: Notice, now: Date): ShownNotice | null {
  if (noticePhase(notice, now) !== 'shown') return null
  const { text, linkLabel, linkAddress } = notice
  return { text, linkLabel, linkAddress }
}
