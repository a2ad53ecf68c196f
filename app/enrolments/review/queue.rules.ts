import { differenceInCalendarDays } from 'date-fns'
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { href } from 'react-router'
import { instalmentsOf } from '../../courses/price.rules'
import { NO_PRICE } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatPrice, formatPriceInBrief } from '../../italian/prices'
import { isId } from '../../parsing/text.rules'
import type { Intent } from './buttons.rules'

/**
 * Days after which the office sees a request as late; the person reads it earlier, after the promised time
 * (`isAnswerLate`).
 */
export const LATE_DAYS = 5

/** The orders of the queue by the word in the address; '' is the default. */
export const QUEUE_ORDERS = { '': 'Le più vecchie', recenti: 'Le più recenti' } as const

/**
 * The tabs of the queue: all requests, or those of an age, or of courses with or without seats. `name`: the label;
 * `count`: the key of its number in `queueCounts`.
 */
export const QUEUE_CHOICES = [
  { name: 'Tutte', eta: '', posti: '', count: 'all' },
  { name: `Da ${LATE_DAYS} giorni`, eta: 'in-ritardo', posti: '', count: 'late' },
  { name: 'Con posto', eta: '', posti: 'liberi', count: 'free' },
  { name: 'Al completo', eta: '', posti: 'pieni', count: 'full' },
] as const

/**
 * What the queue shows, by the parameters of its address; '' is no choice. `corso`: id of a course; `eta`: age of a
 * request; `posti`: whether its course has free seats; `ordine`: order; `dopo`: id of the request after which the page
 * begins; `prima`: of the one before which it ends.
 */
export type QueueView = {
  corso: string
  eta: '' | 'in-ritardo'
  posti: '' | 'liberi' | 'pieni'
  ordine: keyof typeof QUEUE_ORDERS
  dopo: string
  prima: string
}

/** Reads the view of the queue from its address; unknown values are ignored. */
export function queueView(search: URLSearchParams): QueueView {
  const id = (name: string) => {
    const value = search.get(name) ?? ''
    return isId(value) ? value : ''
  }
  const word = <Word extends string>(name: string, ...known: Word[]) =>
    known.find((word) => word === search.get(name)) ?? ''
  return {
    corso: id('corso'),
    eta: word('eta', 'in-ritardo'),
    posti: word('posti', 'liberi', 'pieni'),
    ordine: word('ordine', 'recenti'),
    dopo: id('dopo'),
    prima: id('prima'),
  }
}

/** The parameter of the address with the requests that were decided on the page. */
const DECIDED_PARAMETER = 'decise'

/** Most requests in that parameter: more would make the address too long. */
const MOST_DECIDED = 50

/** The ids of the requests that were decided on a page, and stay in its list until the user moves on. */
export function decidedIds(search: URLSearchParams): string[] {
  const ids = (search.get(DECIDED_PARAMETER) ?? '').split('.').filter(isId)
  return [...new Set(ids)].slice(-MOST_DECIDED)
}

/** The address of a list in which these decided requests stay in their place. */
export function withDecided(page: string, ids: readonly string[]): string {
  const { pathname, searchParams } = new URL(page, 'http://site')
  if (ids.length > 0) searchParams.set(DECIDED_PARAMETER, ids.slice(-MOST_DECIDED).join('.'))
  else searchParams.delete(DECIDED_PARAMETER)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/**
 * Where a button about a request leads: to the row of the request in the list `page`, where it stays although it is
 * decided; for a button about many requests to `page`. A reopened request is in the list anyway, since it waits again.
 */
export function listAfter(page: string, intent: Intent, id: string | undefined): string {
  if (!id) return page
  const formerIds = decidedIds(new URL(page, 'http://site').searchParams)
  const ids = [...formerIds.filter((other) => other !== id), id]
  return (intent === 'reopen' ? page : withDecided(page, ids)) + requestAnchor(id)
}

/** The address of the queue with this view; what is not chosen is left out. */
export function queueAddress(view: Partial<QueueView> = {}): string {
  const parameters = Object.entries(view).filter(([, value]) => value)
  return parameters.length > 0
    ? `${href('/admin/richieste')}?${new URLSearchParams(parameters)}`
    : href('/admin/richieste')
}

/** Since when a request, message or e-mail waits: 'adesso', 'da pochi minuti', 'da 3 ore', 'da ieri', 'da 5 giorni'. */
export function ageInWords(since: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - since.getTime()) / millisecondsInMinute)
  if (minutes < 60) return minutes < 5 ? 'adesso' : 'da pochi minuti'
  const hours = Math.floor(minutes / 60)
  const days = differenceInCalendarDays(dayOf(now), dayOf(since))
  // The day on which the clock goes back has 25 hours.
  if (hours < 24 || days === 0) return hours === 1 ? 'da un’ora' : `da ${hours} ore`
  return days === 1 ? 'da ieri' : `da ${days} giorni`
}

const dayOf = (moment: Date) => formatDate(moment, 'yyyy-MM-dd')

/** Whether a request or message that waits `since` then has waited for `LATE_DAYS` days. */
export function isLate(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= LATE_DAYS * millisecondsInDay
}

/** The fragment of the address that leads to the row of a request. */
export const requestAnchor = (id: string) => `#richiesta-${id}`

type PricedRequest = {
  /** The agreed price in euros, else that of the course. */
  price: number | null
  /** Why the office agreed another price; null if it did not. */
  priceReason: string | null
  requestedAt: Date
  /** Null if the person pays. */
  payingCompany: string | null
  course: {
    price: number | null
    priceEarlyBird: number | null
    earlyBirdUntil: string | null
    paymentInstallments: number[]
  }
}

/**
 * What a request would pay, for the office: 'Da pagare 2.400 €, 3 rate da 800 €, come privato; Early Bird finito il 31
 * gennaio'.
 */
export function paymentSentence({
  price,
  priceReason,
  course,
  payingCompany,
  requestedAt,
}: PricedRequest): string {
  if (price === null) return NO_PRICE
  if (price === 0) return formatPrice(price)
  const { earlyBirdUntil: until, priceEarlyBird } = course
  const isEarlyBirdOver =
    priceEarlyBird && until && until < formatDate(requestedAt, 'yyyy-MM-dd') && price === course.price
  const isEarlyBird = priceEarlyBird !== null && price === priceEarlyBird && price !== course.price
  const facts = [
    `Da pagare ${formatPriceInBrief(price)}`,
    instalmentsInBrief(instalmentsOf(price, course)),
    priceReason ? `prezzo concordato (${priceReason})` : isEarlyBird && 'prezzo Early Bird',
    payingCompany ? 'paga l’azienda' : 'come privato',
  ]
  const end = isEarlyBirdOver ? `; Early Bird finito ${withArticle('il', formatDate(until, 'd MMMM'))}` : ''
  return facts.filter(Boolean).join(', ') + end
}

function instalmentsInBrief(instalments: ReturnType<typeof instalmentsOf>): string {
  if (!instalments) return ''
  const { count, amounts } = instalments
  const [first] = amounts ?? []
  const areEqual = first !== undefined && amounts?.every((amount) => amount === first)
  return `${count} rate${areEqual ? ` da ${formatPriceInBrief(first)}` : ''}`
}
