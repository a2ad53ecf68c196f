import type { Notice } from '../content/groups.rules'
import { formatDate } from '../italian/dates'

/** What visitors see of a notice. */
export type ShownNotice = Pick<Notice, 'text' | 'linkLabel' | 'linkAddress'>

/** Minutes in Italy, as a notice has them. */
export const noticeMinute = (now: Date) => formatDate(now, 'yyyy-MM-ddTHH:mm')

export type NoticePhase = 'hidden' | 'before' | 'shown' | 'after'

export function noticePhase({ isOn, text, from, to }: Notice, now: Date): NoticePhase {
  const minute = noticeMinute(now)
  if (!isOn || !text) return 'hidden'
  if (from && minute < from) return 'before'
  return to && to <= minute ? 'after' : 'shown'
}

/** The notice that the site shows at a moment, if any. */
export function noticeAt(notice: Notice, now: Date): ShownNotice | null {
  if (noticePhase(notice, now) !== 'shown') return null
  const { text, linkLabel, linkAddress } = notice
  return { text, linkLabel, linkAddress }
}
