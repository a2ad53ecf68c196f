import { data, href } from 'react-router'
import { z } from 'zod'
import type { Staff } from '../../accounts/rules'
import { asksForData } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { isId } from '../../parsing/text.rules'
import { refuse } from '../../runtime/outcome.rules'
import { errorToast, type Toast } from '../../ui/toast'
import type { DecisionKind } from '../decision.rules'
import type { DecisionResult } from '../decision.server'
import { returnPage } from '../pages.rules'
import { explainEnrolmentRefusal } from '../refusals.rules'
import { type EnrolmentRefused, mayStep, type Refusal } from '../rules'
import { type CourseStep, isRosterStep, type RosterStep, stateLabelAfter } from '../steps.rules'
import { decisionToast, undoButton } from '../undo-toast.server'
import { hasJustOffered } from '../waiting-list/list.queries.server'
import { moveBack, moveUp, offerSeatTo } from '../waiting-list/office.commands.server'
import { INTENTS, type Intent } from './buttons.rules'
import {
  admitRequest,
  admitRequests,
  approveRequest,
  approveRequests,
  MOST_CHOSEN,
  markEnrolment,
  markEnrolments,
  rejectRequest,
  rejectRequests,
  reopenRequest,
  stepEverybody,
} from './commands.server'
import { recentDecisions } from './queries.server'
import { type QueueRequest, queueRowById, queueRowsByIds } from './queue.queries.server'

/**
 * Fields of the forms of buttons about requests and enrolments. `course`: the id, of a button about all participants;
 * `overCapacity`, `isEarlyConfirmed`: the user confirms a seat beyond the limit, or a step before the first day.
 */
const ButtonForm = z.object({
  intent: z.enum(INTENTS),
  enrolment: z.string().default(''),
  /** The enrolments of a button about many. */
  chosen: z.array(z.string()),
  course: z.string().default(''),
  reason: z.string().default(''),
  overCapacity: z.boolean(),
  isEarlyConfirmed: z.boolean(),
})

/** A press of a button. `page`: where its answer leads. */
type Press = z.infer<typeof ButtonForm> & {
  page: string
  /** The form may come twice: without the script a browser sends it as often as its button is pressed. */
  mayRepeat: boolean
}

/** What a page shows after a button that leads nowhere else. */
export type ButtonResult = {
  /** A question to confirm before the button acts. */
  question?: { intent: Intent; request: QueueRequest }
  /** A question to confirm before a button about many acts. */
  questionAboutMany?: { step: RosterStep; intent: Intent; people: { id: string; name: string }[] }
  /** What is wrong with a field of the dialog of the form. */
  problem?: { field: Field; sentence: string }
  /** The reason as it was typed. */
  reason?: string
  /** Whether the box was ticked that confirms a seat beyond the limit. */
  overCapacity?: boolean
  /** The chosen enrolments of a button about many, if there is a problem with a field, or a fault. */
  chosenIds?: string[]
  toasts?: Toast[]
}

/** Answers the press of a button. */
type Button = (staff: Staff, press: Press) => Promise<Response | ReturnType<typeof data<ButtonResult>>>

/** The buttons by their intent. */
const BUTTONS: Record<Intent, Button> = {
  approve: changeOne('Iscrizione approvata', (staff, { enrolment, overCapacity }) =>
    approveRequest(staff, enrolment, { overCapacity }),
  ),
  admit: changeOne('Messa in lista d’attesa', (staff, { enrolment }) => admitRequest(staff, enrolment)),
  reject: changeOne('Iscrizione rifiutata', (staff, { enrolment, reason }) =>
    rejectRequest(staff, enrolment, reason),
  ),
  reopen: changeOne('Richiesta riaperta', (staff, { enrolment }) => reopenRequest(staff, enrolment)),
  start: markOne('start'),
  complete: markOne('complete'),
  uncomplete: markOne('uncomplete'),
  unstart: markOne('unstart'),
  offer: changeOne('Posto offerto', (staff, { enrolment, reason, overCapacity }) =>
    offerSeatTo(staff, enrolment, { reason, overCapacity }),
  ),
  move: changeOne('Spostata in cima alla lista', (staff, { enrolment, reason }) =>
    moveUp(staff, enrolment, reason),
  ),
  'move-back': changeOne('Rimessa al suo posto', (staff, { enrolment }) => moveBack(staff, enrolment)),
  'approve-many': decideMany(
    'approve',
    (count) => formatCount(count, 'iscrizione approvata', 'iscrizioni approvate'),
    (staff, ids) => approveRequests(staff, ids),
  ),
  'admit-many': decideMany(
    'admit',
    (count) => formatCount(count, 'richiesta in lista d’attesa', 'richieste in lista d’attesa'),
    admitRequests,
  ),
  'reject-many': decideMany(
    'reject',
    (count) => formatCount(count, 'iscrizione rifiutata', 'iscrizioni rifiutate'),
    (staff, ids, { reason }) => rejectRequests(staff, ids, reason),
  ),
  'start-everybody': markEverybody('start'),
  'complete-everybody': markEverybody('complete'),
  'start-many': markMany('start'),
  'complete-many': markMany('complete'),
  'uncomplete-many': markMany('uncomplete'),
  'unstart-many': markMany('unstart'),
}

/**
 * Does what a button about requests and enrolments says, and answers it; an unknown intent is a 400. If a step has to
 * be confirmed first, the answer is a question with status 409 for the page that the form was posted to.
 * @param pageAfter the page to which the answer leads, and later the undo; `enrolment`: undefined for a button about
 * many
 */
export async function answerButton(
  staff: Staff,
  request: Request,
  form: FormData,
  pageAfter: (intent: Intent, enrolment: string | undefined) => string,
) {
  const text = (name: string) => form.get(name)?.toString()
  const parsed = ButtonForm.safeParse({
    intent: text('intent'),
    enrolment: text('enrolment'),
    chosen: form.getAll('chosen').map(String),
    course: text('course'),
    reason: text('reason') ?? text('reasonForAll'),
    overCapacity: form.has('overCapacity'),
    isEarlyConfirmed: form.has('early'),
  })
  if (!parsed.success) throw data(null, { status: 400 })
  const { intent, enrolment } = parsed.data
  const page = pageAfter(intent, isId(enrolment) ? enrolment : undefined)
  const press = { ...parsed.data, page, mayRepeat: !asksForData(request) }
  const { reason, overCapacity, chosen } = press
  const sentForm: ButtonResult = { reason, overCapacity, ...(chosen.length > 0 && { chosenIds: chosen }) }
  return withErrorToast(FAILED, () => BUTTONS[intent](staff, press), sentForm)
}

type Outcome = { ok: true; decision?: string } | EnrolmentRefused

/** The field below which a refusal is shown, unless it asks a question; refusals without a field become a toast. */
const FIELD_OF_REFUSAL: Partial<Record<Refusal, Field>> = {
  'long-reason': 'reason',
  'no-move-up-reason': 'reason',
  'no-offer-reason': 'reason',
  full: 'overCapacity',
}
type Field = 'reason' | 'overCapacity'

/**
 * A button that changes one enrolment. `title`: of the toast. If the form was sent twice, the toast is that of the first
 * change, in a neutral tone.
 */
function changeOne(title: string, change: (staff: Staff, press: Press) => Promise<Outcome>): Button {
  return async (staff, press) => {
    const { intent, page, reason, overCapacity } = press
    const sendsNoEmail = intent === 'reopen' || isRosterStep(intent)
    const outcome = await change(staff, press)
    const request = await queueRowById(staff, press.enrolment)
    if (outcome.ok)
      return redirectWith(page, decisionToast(title, { ...outcome, sendsNoEmail }, page, request))
    const sentence = explainEnrolmentRefusal(outcome)
    const asksFirst = outcome.refusal === 'early' || (outcome.refusal === 'full' && intent === 'approve')
    if (asksFirst && request) return data({ question: { intent, request } }, { status: 409 })
    const field = FIELD_OF_REFUSAL[outcome.refusal]
    if (field)
      return data(
        { problem: { field, sentence }, reason, overCapacity },
        { status: field === 'reason' ? 400 : 409 },
      )
    const formerChange = press.mayRepeat && (await recentChange(staff, press))
    if (!formerChange) return redirectWith(page, refusalToast(sentence))
    const toast = decisionToast(title, { ok: true, ...formerChange, sendsNoEmail }, page, request)
    return redirectWith(page, { ...toast, tone: 'neutral' })
  }
}

/**
 * The same change, if this member of staff has made it within the last ten seconds. A decision about several enrolments
 * is not that of a form that was sent twice, and its undo does not stand below the name of one person.
 */
async function recentChange(
  staff: Staff,
  { intent, enrolment }: Press,
): Promise<{ decision?: string } | undefined> {
  if (intent === 'offer') return (await hasJustOffered(staff, enrolment)) ? {} : undefined
  const [recent] = await recentDecisions(staff, intent, { enrolments: [enrolment] })
  return recent?.decidedTogether === 1 ? recent : undefined
}

/** The title of a toast after a step of the roster. */
function markedTitle(step: RosterStep): string {
  return `Segnato come «${stateLabelAfter(step)}»`
}

/** A button that takes a step of the roster for one enrolment. */
function markOne(step: RosterStep): Button {
  return changeOne(markedTitle(step), (staff, { enrolment, isEarlyConfirmed }) =>
    markEnrolment(staff, enrolment, step, { isEarlyConfirmed }),
  )
}

/** Most people whom a toast names. */
const MOST_NAMED = 4

/**
 * A button that decides about the chosen enrolments; its toast names the people whose enrolments were refused. `title`:
 * of the toast, for the number of changed enrolments. Before the first session a step of the roster first asks for a
 * confirmation, which names the people who can take it.
 */
function decideMany(
  kind: DecisionKind,
  title: (count: number) => string,
  decide: (staff: Staff, ids: string[], press: Press) => Promise<DecisionResult>,
): Button {
  return async (staff, press) => {
    const ids = chosenIds(press.chosen)
    if (!Array.isArray(ids)) return redirectWith(press.page, ids)
    const result = await decide(staff, ids, press)
    // It is refused for all alike: the form keeps the text and the choice.
    const tooLong = result.refused.find(({ refusal }) => refusal === 'long-reason')
    if (tooLong) {
      const problem = { field: 'reason' as const, sentence: explainEnrolmentRefusal(tooLong) }
      return data({ problem, reason: press.reason, chosenIds: ids }, { status: 400 })
    }
    const tooEarlyIds = result.refused.filter(({ refusal }) => refusal === 'early').map(({ id }) => id)
    if (isRosterStep(kind) && tooEarlyIds.length > 0) {
      const enrolments = await queueRowsByIds(staff, tooEarlyIds)
      const people = enrolments.map(({ id, person }) => ({
        id,
        name: `${person.firstName} ${person.lastName}`,
      }))
      return data({ questionAboutMany: { step: kind, intent: press.intent, people } }, { status: 409 })
    }
    return answerMany(staff, press, kind, ids, result, title)
  }
}

function markedManyTitle(step: RosterStep, count: number): string {
  return `${markedTitle(step)}: ${formatCount(count, 'iscrizione', 'iscrizioni')}`
}

/** A button that takes a step for the chosen participants. */
function markMany(step: RosterStep): Button {
  return decideMany(
    step,
    (count) => markedManyTitle(step, count),
    (staff, ids, { isEarlyConfirmed }) => markEnrolments(staff, ids, step, { isEarlyConfirmed }),
  )
}

/** The ids of the chosen enrolments, or a toast that says that they are none or too many. */
export function chosenIds(chosen: string[]): string[] | Toast {
  const ids = [...new Set(chosen)].filter(isId)
  if (ids.length === 0) return errorToast('Scegli almeno una persona')
  return ids.length > MOST_CHOSEN ? errorToast(`Scegli al massimo ${MOST_CHOSEN} persone`) : ids
}

/**
 * Redirects with a toast that tells how many of the enrolments `ids` a decision changed, and names the people whose
 * enrolments were refused. If the form was sent twice, the enrolments that the first form changed count as changed.
 * @param title of the toast, for the number of changed enrolments
 */
export async function answerMany(
  staff: Staff,
  { page, mayRepeat }: Pick<Press, 'page' | 'mayRepeat'>,
  kind: DecisionKind,
  ids: readonly string[],
  { decision, refused }: DecisionResult,
  title: (count: number) => string,
) {
  const enrolments = refused.map(({ id }) => id)
  const recent = mayRepeat ? await recentDecisions(staff, kind, { enrolments }) : []
  const unchanged = refused.filter(({ id }) => !recent.some(({ enrolment }) => enrolment === id))
  const undoable = decision ?? recent[0]?.decision
  return redirectWith(page, {
    tone: decision && unchanged.length === 0 ? 'success' : 'neutral',
    title: title(ids.length - unchanged.length),
    ...(unchanged.length > 0 && { description: await refusalsInWords(staff, unchanged) }),
    ...(undoable && undoButton(undoable, page, { sendsNoEmail: isRosterStep(kind) })),
  })
}

/**
 * Why enrolments were refused: 'Ada Prova: il corso è al completo: non ci sono più posti. Altre 2 iscrizioni restano
 * com’erano'.
 */
async function refusalsInWords(staff: Staff, refusals: DecisionResult['refused']): Promise<string> {
  const enrolments = await queueRowsByIds(
    staff,
    refusals.map(({ id }) => id),
  )
  const sentences = refusals.slice(0, MOST_NAMED).map(({ id, ...refusal }) => {
    const person = enrolments.find((enrolment) => enrolment.id === id)?.person
    const name = person ? `${person.firstName} ${person.lastName}` : 'Una richiesta'
    return `${name}: ${explainEnrolmentRefusal(refusal).toLowerCase()}`
  })
  const more = refusals.length - sentences.length
  if (more > 0)
    sentences.push(
      more === 1 ? 'Un’altra iscrizione resta com’era' : `Altre ${more} iscrizioni restano com’erano`,
    )
  return sentences.join('. ')
}

/** A button that takes a step for every participant of a course. */
function markEverybody(step: CourseStep): Button {
  return async (staff, { course, page, mayRepeat }) => {
    const outcome = await stepEverybody(staff, course, step)
    if (!outcome.ok) return redirectWith(page, refusalToast(explainEnrolmentRefusal(outcome)))
    const { stepped, remaining } = outcome
    const recent = stepped === 0 && mayRepeat ? await recentDecisions(staff, step, { course }) : []
    const markedCount = stepped + recent.length
    if (markedCount === 0)
      return redirectWith(
        page,
        refusalToast('nessuna iscrizione da segnare, forse lo ha già fatto un collega'),
      )
    const decision = outcome.decision ?? recent[0]?.decision
    return redirectWith(page, {
      tone: stepped > 0 ? 'success' : 'neutral',
      title: markedManyTitle(step, markedCount),
      ...(decision && undoButton(decision, page, { sendsNoEmail: true })),
      ...(remaining > 0 && { description: `Ne restano ${remaining}: premi ancora per proseguire.` }),
    })
  }
}

/**
 * Answers a form that cancels or moves an enrolment which has already ended. If this member of staff has ended it
 * within the last ten seconds, the form was sent twice: the answer is the toast of that decision, with `title`.
 * Otherwise the form is out of date, which is an error.
 */
export async function answerEnded(
  staff: Staff,
  request: Request,
  url: URL,
  { kind, title, enrolment }: { kind: 'cancel' | 'transfer'; title: string; enrolment: string },
) {
  const [recent] = asksForData(request) ? [] : await recentDecisions(staff, kind, { enrolments: [enrolment] })
  const endedEnrolment = recent && (await queueRowById(staff, enrolment))
  if (!endedEnrolment)
    return redirectWith(
      href('/admin/decisioni'),
      errorToast(explainEnrolmentRefusal(refuse('unknown-request'))),
    )
  const page = returnPage(url, endedEnrolment.course.id)
  const toast = decisionToast(title, { ok: true, decision: recent.decision }, page, endedEnrolment)
  return redirectWith(page, { ...toast, tone: 'neutral' })
}

/**
 * The request that the question 'Rifiuta' asks about, or a toast that says why it cannot be rejected; neither without
 * an `id`.
 */
export async function requestToReject(staff: Staff, id: string | null) {
  if (!id) return {}
  const request = await queueRowById(staff, id)
  const allowed = request ? mayStep('reject', request.status) : refuse('unknown-request')
  return allowed.ok ? { toReject: request } : { toast: refusalToast(explainEnrolmentRefusal(allowed)) }
}

const FAILED = 'Si è verificato un errore'

/** The toast of a refusal, as an error. */
function refusalToast(sentence: string): Toast {
  return errorToast(`${FAILED}: ${sentence}`)
}
