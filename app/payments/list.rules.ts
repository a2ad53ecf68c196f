import { isId } from '../parsing/text.rules'

/** The views of the list with their labels, by the word in the address. */
export const PAYMENT_VIEWS = {
  scaduti: 'Scaduti',
  'in-arrivo': 'In arrivo',
  'da-versare': 'Da versare',
  'da-rimborsare': 'Da rimborsare',
  incassati: 'Incassati',
} as const
export type PaymentView = keyof typeof PAYMENT_VIEWS

/** The views that list enrolments with open dues. */
export type DueView = Exclude<PaymentView, 'da-rimborsare' | 'incassati'>
export const isDueView = (view: PaymentView): view is DueView =>
  view !== 'da-rimborsare' && view !== 'incassati'

/** Days from today that 'In arrivo' covers. */
export const AHEAD_DAYS = 30

/** The filter of received payments offers the editions with a payment within this many days. */
export const RECENT_PAYMENT_DAYS = 90

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/

/** Rows on a page of the list. */
export const PAYMENTS_PAGE_SIZE = 50

/**
 * What the list is narrowed to. `text`: words of a name or company; `course`: an id; `office`: the place of the
 * edition; `month`: YYYY-MM of the due or payment. '' in a field means all.
 */
export type PaymentFilter = { text: string; course: string; office: string; month: string }

/** Reads view, filters and page from the address of the list. Unknown values become the default. */
export function readPaymentQuery(params: URLSearchParams) {
  const view = params.get('stato') ?? ''
  const course = params.get('corso') ?? ''
  const page = Number(params.get('pagina') ?? '1')
  return {
    view: (Object.hasOwn(PAYMENT_VIEWS, view) ? view : 'scaduti') as PaymentView,
    text: (params.get('q') ?? '').trim().slice(0, 100),
    course: isId(course) ? course : '',
    office: (params.get('sede') ?? '').replaceAll('\0', ''),
    month: MONTH.exec(params.get('mese') ?? '')?.[0] ?? '',
    isByCompany: params.get('raggruppa') === 'azienda',
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  }
}

/** Returns the filters of the list, without the searched text, as parameters of its address; '' for no filter. */
export const filterParameters = ({
  course,
  office,
  month,
  isByCompany,
}: ReturnType<typeof readPaymentQuery>) => ({
  corso: course,
  sede: office,
  mese: month,
  raggruppa: isByCompany ? 'azienda' : '',
})
