import type { Notice } from '../content/settings.rules'
import { formatDate } from '../italian/dates'
import { tidy } from '../parsing/text.rules'
import { noticeMinute, noticePhase } from '../site/notice.rules'
import { readFields } from './fields.rules'

export const NOTICE_LABELS = {
  isOn: 'Mostra l’avviso',
  text: 'Testo',
  linkLabel: 'Parole del link',
  linkAddress: 'Indirizzo del link',
  from: 'Da',
  to: 'A',
}
type NoticeField = keyof typeof NOTICE_LABELS
/** A text for some fields of the form: what was typed there, or the error beside the field. */
type NoticeText = Partial<Record<NoticeField, string>>

/** Most characters of each text. */
export const NOTICE_MOST = { text: 120, linkLabel: 40, linkAddress: 300 }

/** Whether the text is an existing date and time; '2027-02-31T10:00' is not. */
function isMinute(text: string): boolean {
  const moment = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}

/**
 * Reads the form of the notice. The value is only fit to be stored without `errors`. An end before `now` is an error
 * only while the notice is switched on.
 */
export function readNotice(text: NoticeText, now: Date): { value: Notice; errors: NoticeText } {
  const { typed, errors: tooLong } = readFields(text, NOTICE_MOST)
  const errors: NoticeText = tooLong
  const isOn = Boolean(text.isOn)
  if (isOn && !typed.text) errors.text = 'Scrivi l’avviso'
  if (typed.linkAddress && !isLinkAddress(typed.linkAddress))
    errors.linkAddress = 'Comincia con https://, o con / per una pagina di questo sito'
  if (typed.linkAddress && !typed.linkLabel)
    errors.linkLabel = 'Scrivi le parole da toccare, per esempio «Come arrivare»'
  if (typed.linkLabel && !typed.linkAddress) errors.linkAddress = 'Scrivi dove porta il link'
  const minute = (field: 'from' | 'to') => {
    // Some browsers send seconds too.
    const value = tidy(text[field] ?? '').slice(0, 'yyyy-MM-ddTHH:mm'.length)
    if (value && !isMinute(value)) errors[field] = 'Scrivi giorno e ora, per esempio 2026-12-24T18:00'
    return value
  }
  const [from, to] = [minute('from'), minute('to')]
  if (from && to && to <= from) errors.to ??= 'Finisce prima di cominciare'
  else if (isOn && to && to <= noticeMinute(now)) errors.to ??= 'È già passata: l’avviso non si vedrebbe'
  return { value: { isOn, ...typed, from, to }, errors }
}

/** Returns the texts with which the form shows a stored notice. */
export const writeNotice = ({ isOn, ...notice }: Notice): Record<NoticeField, string> => ({
  ...notice,
  isOn: isOn ? 'on' : '',
})

/**
 * Whether the link of a notice may lead to this address: an https address or a path of this site. Refuses everything
 * else, such as 'javascript:…', and '//host' and '/\host', which browsers take for another site.
 */
function isLinkAddress(address: string): boolean {
  if (/[\s\\]/.test(address)) return false
  if (/^\/(?!\/)/.test(address)) return true
  return URL.parse(address)?.protocol === 'https:' && /^https:\/\//i.test(address)
}

/**
 * Says whether the site shows a notice at `now`, and until when: 'Si vede adesso, fino alle 18:00 di sabato 20
 * febbraio, poi sparisce da sé.'
 */
export function noticeInWords(notice: Notice, now: Date): string {
  const phase = noticePhase(notice, now)
  if (phase === 'hidden') return 'Adesso il sito non mostra avvisi.'
  if (phase === 'after') return `È finito ${minuteInWords(notice.to)}: il sito non lo mostra più.`
  const begins = phase === 'before' ? `Comparirà ${minuteInWords(notice.from)}` : 'Si vede adesso'
  return notice.to
    ? `${begins}, fino ${minuteInWords(notice.to)}, poi sparisce da sé.`
    : `${begins}. Senza una fine resta finché non lo togli.`
}

/** '2027-02-20T18:00' → 'alle 18:00 di sabato 20 febbraio' */
const minuteInWords = (minute: string) =>
  `alle ${minute.slice(11)} di ${formatDate(minute.slice(0, 10), 'EEEE d MMMM')}`
