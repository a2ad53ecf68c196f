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
import type { DecidedTogether } from '../decision.server'
import { backFrom } from '../office.rules'
import { explainEnrolment } from '../refusals.rules'
import { type EnrolmentRefused, mayStep, type Refusal } from '../rules'
import { type CourseStep, isRosterStep, type RosterStep, stepLabel } from '../steps.rules'
import { decidedToast, undoOf } from '../undo-toast.server'
import { hasJustOffered } from '../waiting-list/list.queries.server'
import { moveBack, moveUp, offerSeatTo } from '../waiting-list/office.commands.server'
import { INTENTS, type Intent } from './buttons.rules'
import {
  admitRequest,
  admitRequests,
  approveRequest,
  approveRequests,
  MOST_AT_ONCE,
  markEnrolment,
  markEnrolments,
  rejectRequest,
  rejectRequests,
  reopenRequest,
} from './commands.server'
import { stepEverybody } from './everybody.commands.server'
import { recentDecisions } from './queries.server'
import { type PendingRequest, requestById, requestsByIds } from './queue.queries.server'

/** What the forms of the buttons send. */
const ButtonForm = z.object({
  intent: z.enum(INTENTS),
  enrolment: z.string().default(''),
  /** The requests of a button for many. */
  chosen: z.array(z.string()),
  course: z.string().default(''),
  reason: z.string().default(''),
  overCapacity: z.boolean(),
  early: z.boolean(),
})

type Press = z.infer<typeof ButtonForm> & {
  page: string
  /** Without the script a browser sends a form as often as its button is pressed. */
  mayRepeat: boolean
}

/** What a page shows after a button that leads nowhere else. */
export type ButtonResult = {
  /** The button acts once this is confirmed. */
  question?: { intent: Intent; request: PendingRequest }
  /** The same of a button about many. */
  questionAboutMany?: { step: RosterStep; intent: Intent; people: { id: string; name: string }[] }
  /** What is wrong with a field of the dialog that the form stands in, and the reason as it was typed. */
  problem?: { field: Field; sentence: string }
  reason?: string
  toasts?: Toast[]
}

type Button = (staff: Staff, press: Press) => Promise<Response | ReturnType<typeof data<ButtonResult>>>

/** What each button does, and how it is answered. */
const BUTTONS: Record<Intent, Button> = {
  approve: decideOne('approve', 'Iscrizione approvata', (staff, { enrolment, overCapacity }) =>
    approveRequest(staff, enrolment, { overCapacity }),
  ),
  admit: decideOne('admit', 'Messa in lista d’attesa', (staff, { enrolment }) =>
    admitRequest(staff, enrolment),
  ),
  reject: decideOne('reject', 'Iscrizione rifiutata', (staff, { enrolment, reason }) =>
    rejectRequest(staff, enrolment, reason),
  ),
  reopen: decideOne('reopen', 'Richiesta riaperta', (staff, { enrolment }) =>
    reopenRequest(staff, enrolment),
  ),
  start: markOne('start'),
  complete: markOne('complete'),
  uncomplete: markOne('uncomplete'),
  unstart: markOne('unstart'),
  offer: changeOne(
    'Posto offerto',
    (staff, { enrolment, reason, overCapacity }) => offerSeatTo(staff, enrolment, { reason, overCapacity }),
    async (staff, { enrolment }) => ((await hasJustOffered(staff, enrolment)) ? {} : undefined),
  ),
  move: changeOne('Spostata in cima alla lista', (staff, { enrolment, reason }) =>
    moveUp(staff, enrolment, reason),
  ),
  'move-back': changeOne('Rimessa al suo posto', (staff, { enrolment }) => moveBack(staff, enrolment)),
  'approve-many': decideMany('approve', 'iscrizione approvata', 'iscrizioni approvate', (staff, ids) =>
    approveRequests(staff, ids),
  ),
  'admit-many': decideMany(
    'admit',
    'richiesta in lista d’attesa',
    'richieste in lista d’attesa',
    admitRequests,
  ),
  'reject-many': decideMany('reject', 'iscrizione rifiutata', 'iscrizioni rifiutate', rejectRequests),
  'start-everybody': markEverybody('start'),
  'complete-everybody': markEverybody('complete'),
  'start-many': markMany('start'),
  'complete-many': markMany('complete'),
  'uncomplete-many': markMany('uncomplete'),
  'unstart-many': markMany('unstart'),
}

/**
 * Answers a button about requests and enrolments; another intent is a 400. A step that needs a confirmation is a question,
 * with 409, on the page that was posted to.
 * @param pageAfter where the answer leads, and taking it back too; `enrolment`: undefined for a button about many
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
    early: form.has('early'),
  })
  if (!parsed.success) throw data(null, { status: 400 })
  const { intent, enrolment } = parsed.data
  const page = pageAfter(intent, isId(enrolment) ? enrolment : undefined)
  const press = { ...parsed.data, page, mayRepeat: !asksForData(request) }
  return withErrorToast(FAILED, () => BUTTONS[intent](staff, press))
}

type Outcome = { ok: true; decision?: string } | EnrolmentRefused

/** The fields that refusals are about. */
const FIELDS: Partial<Record<Refusal, Field>> = {
  'long-reason': 'reason',
  'no-turn-reason': 'reason',
  'no-offer-reason': 'reason',
  full: 'overCapacity',
}
type Field = 'reason' | 'overCapacity'

/**
 * A change of one enrolment. `findSame`: the same change, which this member of staff has just made; a repeated press is answered
 * with it, in a neutral tone.
 */
function changeOne(
  title: string,
  change: (staff: Staff, press: Press) => Promise<Outcome>,
  findSame: (staff: Staff, press: Press) => Promise<{ decision?: string } | undefined> = async () =>
    undefined,
): Button {
  return async (staff, press) => {
    const { intent, page, reason } = press
    const silent = intent === 'reopen' || isRosterStep(intent)
    const outcome = await change(staff, press)
    const request = await requestById(staff, press.enrolment)
    if (outcome.ok) return redirectWith(page, decidedToast(title, { ...outcome, silent }, page, request))
    const sentence = explainEnrolment(outcome)
    const asks = outcome.refusal === 'early' || (outcome.refusal === 'full' && intent === 'approve')
    if (asks && request) return data({ question: { intent, request } }, { status: 409 })
    const field = FIELDS[outcome.refusal]
    if (field)
      return data({ problem: { field, sentence }, reason }, { status: field === 'reason' ? 400 : 409 })
    const same = press.mayRepeat && (await findSame(staff, press))
    if (!same) return redirectWith(page, refused(sentence))
    const toast = decidedToast(title, { ok: true, ...same, silent }, page, request)
    return redirectWith(page, { ...toast, tone: 'neutral' })
  }
}

/** A decision about one enrolment. */
function decideOne(
  kind: DecisionKind,
  title: string,
  decide: (staff: Staff, press: Press) => Promise<Outcome>,
): Button {
  return changeOne(title, decide, async (staff, { enrolment }) => {
    const [decision] = await recentDecisions(staff, kind, { enrolments: [enrolment] })
    return decision
  })
}

function markedAs(step: RosterStep): string {
  return `Segnato come «${stepLabel(step)}»`
}

function markOne(step: RosterStep): Button {
  return decideOne(step, markedAs(step), (staff, { enrolment, early }) =>
    markEnrolment(staff, enrolment, step, { early }),
  )
}

/** Names in one toast. */
const MOST_NAMED = 4

/** Decides the chosen requests, each by its own rule; what could not be done is named. */
function decideMany(
  kind: DecisionKind,
  singular: string,
  plural: string,
  decide: typeof rejectRequests,
): Button {
  return async (staff, press) => {
    const ids = chosenIds(press, 'una richiesta', 'richieste')
    if (!Array.isArray(ids)) return redirectWith(press.page, ids)
    const decided = await decide(staff, ids, press.reason)
    const title = (count: number) => formatCount(count, singular, plural)
    return answerMany(staff, press, kind, ids, decided, title, {
      left: ['altra richiesta non decisa', 'altre richieste non decise'],
    })
  }
}

/** Marks the chosen participants; before the first session it asks about all of them. */
function markMany(step: RosterStep): Button {
  return async (staff, press) => {
    const ids = chosenIds(press, 'una persona', 'persone')
    if (!Array.isArray(ids)) return redirectWith(press.page, ids)
    const { intent, early } = press
    const marked = await markEnrolments(staff, ids, step, { early })
    const tooEarly = marked.refused.filter(({ refusal }) => refusal === 'early').map(({ id }) => id)
    if (tooEarly.length > 0) {
      const requests = await requestsByIds(staff, tooEarly)
      const people = requests.map(({ id, person }) => ({
        id,
        name: `${person.firstName} ${person.lastName}`,
      }))
      return data({ questionAboutMany: { step, intent, people } }, { status: 409 })
    }
    const title = (count: number) => `${markedAs(step)}: ${formatCount(count, 'iscrizione', 'iscrizioni')}`
    return answerMany(staff, press, step, ids, marked, title, {
      silent: true,
      left: ['altra iscrizione resta com’è', 'altre iscrizioni restano come sono'],
    })
  }
}

/** The chosen enrolments, or the toast that says what is wrong with the choice. */
export function chosenIds({ chosen }: Pick<Press, 'chosen'>, one: string, many: string): string[] | Toast {
  const ids = [...new Set(chosen)].filter(isId)
  if (ids.length === 0) return errorToast(`Scegli almeno ${one}`)
  return ids.length > MOST_AT_ONCE ? errorToast(`Scegli al massimo ${MOST_AT_ONCE} ${many}`) : ids
}

/** Tells what became of these enrolments; a repeated press is told what the first one did. */
export async function answerMany(
  staff: Staff,
  { page, mayRepeat }: Pick<Press, 'page' | 'mayRepeat'>,
  kind: DecisionKind,
  ids: readonly string[],
  { decision, refused }: DecidedTogether,
  title: (count: number) => string,
  { silent = false, left: words }: { silent?: boolean; left: [singular: string, plural: string] },
) {
  const enrolments = refused.map(({ id }) => id)
  const same = mayRepeat ? await recentDecisions(staff, kind, { enrolments }) : []
  const left = refused.filter(({ id }) => !same.some(({ enrolment }) => enrolment === id))
  const undoable = decision ?? same[0]?.decision
  return redirectWith(page, {
    tone: decision && left.length === 0 ? 'success' : 'neutral',
    title: title(ids.length - left.length),
    ...(left.length > 0 && { description: await reasonsFor(staff, left, words) }),
    ...(undoable && undoOf(undoable, page, silent)),
  })
}

/** 'Ada Prova: il corso è al completo: non ci sono più posti. 2 altre richieste non decise' */
async function reasonsFor(
  staff: Staff,
  refusals: DecidedTogether['refused'],
  words: [singular: string, plural: string],
): Promise<string> {
  const requests = await requestsByIds(
    staff,
    refusals.map(({ id }) => id),
  )
  const sentences = refusals.slice(0, MOST_NAMED).map(({ id, ...refusal }) => {
    const person = requests.find((request) => request.id === id)?.person
    const name = person ? `${person.firstName} ${person.lastName}` : 'Una richiesta'
    return `${name}: ${explainEnrolment(refusal).toLowerCase()}`
  })
  const more = refusals.length - sentences.length
  if (more > 0) sentences.push(formatCount(more, ...words))
  return sentences.join('. ')
}

/** Marks every participant of a course. */
function markEverybody(step: CourseStep): Button {
  return async (staff, { course, page, mayRepeat }) => {
    const outcome = await stepEverybody(staff, course, step)
    if (!outcome.ok) return redirectWith(page, refused(explainEnrolment(outcome)))
    const { moved, left } = outcome
    const same = moved === 0 && mayRepeat ? await recentDecisions(staff, step, { course }) : []
    const marked = moved + same.length
    if (marked === 0)
      return redirectWith(page, refused('nessuna iscrizione da segnare, forse lo ha già fatto un collega'))
    const decision = outcome.decision ?? same[0]?.decision
    return redirectWith(page, {
      tone: moved > 0 ? 'success' : 'neutral',
      title: `${markedAs(step)}: ${formatCount(marked, 'iscrizione', 'iscrizioni')}`,
      ...(decision && undoOf(decision, page, true)),
      ...(left > 0 && { description: `Ne restano ${left}: premi ancora per proseguire.` }),
    })
  }
}

/**
 * Answers a form about an enrolment that has ended. `kind` and `title`: of its decision, which may be a repeated press; else
 * the form is out of date.
 */
export async function answerEnded(
  staff: Staff,
  request: Request,
  url: URL,
  { kind, title, enrolment }: { kind: 'cancel' | 'transfer'; title: string; enrolment: string },
) {
  const [same] = asksForData(request) ? [] : await recentDecisions(staff, kind, { enrolments: [enrolment] })
  const ended = same && (await requestById(staff, enrolment))
  if (!ended)
    return redirectWith(href('/admin/decisioni'), errorToast(explainEnrolment(refuse('unknown-request'))))
  const page = backFrom(url, ended.course.id)
  const toast = decidedToast(title, { ok: true, decision: same.decision }, page, ended)
  return redirectWith(page, { ...toast, tone: 'neutral' })
}

/** The request that the question 'Rifiuta' is about, or the toast that says why there is none. */
export async function requestToReject(staff: Staff, id: string | null) {
  if (!id) return {}
  const request = await requestById(staff, id)
  const allowed = request ? mayStep('reject', request.status) : refuse('unknown-request')
  return allowed.ok ? { toReject: request } : { toast: refused(explainEnrolment(allowed)) }
}

const FAILED = 'Si è verificato un errore'

function refused(sentence: string): Toast {
  return errorToast(`${FAILED}: ${sentence}`)
}
