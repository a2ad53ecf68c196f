import { randomUUID } from 'node:crypto'
import { data, href, type RouterContextProvider, useLocation } from 'react-router'
import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { courseFrom } from '../courses/office.queries.server'
import { explainDocumentRefusal, MAX_FILE_BYTES } from '../documents/rules'
import { editionSummary } from '../enrolments/emails'
import { undoButton } from '../enrolments/undo-toast.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { env } from '../runtime/env.server'
import { readUploads, type Upload, type Uploads } from '../storage/uploads.server'
import { BackLink } from '../ui/back-link'
import { type FieldErrors, hasErrors } from '../ui/forms/error-summary'
import { useLastAnswer } from '../ui/forms/last-answer'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/compose.screen'
import { addAttachment, sendMessage, sendTrial } from './commands.server'
import { ComposeForm, type ComposeResult } from './compose-form'
import { type Attachment, attachmentsOf, messageById, possibleRecipientsOf } from './queries.server'
import {
  ATTACHMENT_LIMITS,
  audiencesOf,
  BY_HAND,
  type ComposedMessage,
  choiceAmong,
  explainMessageRefusal,
  GREETING,
  type MessageRefusal,
  mistakesInMessage,
  REFUSED_FILE_FIELD,
  type Recipient,
  type RecipientChoice,
  WITHOUT_FILE_FIELD,
} from './rules'
import './compose.css'

/**
 * Loads the form of a message. `?a`: ids of the enrolments chosen at first; `?chi`: the audience, if there are none;
 * `?base`: id of a message to copy.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await editionToWriteTo(context, params.course)
  const possibleRecipients = await possibleRecipientsOf(staff, course.id)
  const base = await messageById(staff, course.id, url.searchParams.get('base') ?? '')
  const typed: ComposedMessage = {
    ...initialRecipients(url.searchParams, possibleRecipients),
    subject: base?.subject ?? '',
    text: base?.text ?? GREETING,
    readAs: '',
    key: randomUUID(),
  }
  const { id, title } = course
  return {
    course: { id, title, summary: editionSummary(course) },
    possibleRecipients,
    typed,
    sender: `${env.mailFrom.name} <${env.mailFrom.address}>`,
    undoMinutes: env.undoMinutes,
  }
}

/** The edition to write to; 404 if it is missing or deleted. */
async function editionToWriteTo(context: Readonly<RouterContextProvider>, key: string) {
  const course = await courseFrom(context, key)
  if (!course || course.archivedAt) throw data(null, { status: 404 })
  return course
}

/**
 * The people whom the address names: ids of enrolments, or everybody of an audience, which may be nobody. Without a
 * name, everybody of the first audience.
 */
function initialRecipients(search: URLSearchParams, possibleRecipients: Recipient[]): RecipientChoice {
  const chosenIds = search.getAll('a')
  if (chosenIds.length > 0) return choiceAmong(possibleRecipients, { audience: BY_HAND, to: chosenIds })
  const audience = search.get('chi') || audiencesOf(possibleRecipients)[0]?.word
  if (!audience || audience === BY_HAND) return { audience: BY_HAND, to: [] }
  return choiceAmong(possibleRecipients, { audience, to: possibleRecipients.map(({ id }) => id) })
}

/** The field at which a refusal is shown; others are shown at the text. */
const FIELD_OF_REFUSAL: Partial<Record<MessageRefusal, string>> = {
  'no-recipients': 'to',
  'too-many-recipients': 'to',
  'unseen-names': 'to',
  'lost-file': 'file',
}

const FAILED = 'Impossibile inviare il messaggio'

/**
 * Sends the message (`intent` is 'send'), or a trial to the member of staff ('trial'). Every other button shows the
 * form again as it was filled in: with its new files stored, or without the file that `remove` names.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const limits = { maxFiles: ATTACHMENT_LIMITS.files, maxFileSize: MAX_FILE_BYTES }
  const { fields, files, problem } = await readUploads(request, limits)
  return withErrorToast(FAILED, async () => {
    const course = await editionToWriteTo(context, params.course)
    const { typed, namesWereShown } = await readTyped(staff, course.id, fields)
    const removed = String(fields.get('remove') ?? '')
    const attachmentIds = fields.getAll('attached').map(String)
    const ids = attachmentIds.filter((id) => id !== removed)
    const unsent: ComposeResult = { typed, attachments: await attachmentsOf(staff, ids), errors: {} }
    const answer = async () => {
      const added = await addFiles(staff, ids, unsent.attachments, files, problem)
      // If the message itself cannot be stored, the new files stay.
      unsent.attachments = added.attachments
      return sendOrShowAgain(staff, course.id, fields, { typed, namesWereShown, ...added })
    }
    return withErrorToast(FAILED, answer, unsent)
  })
}

type ReadMessage = Awaited<ReturnType<typeof readTyped>> & Awaited<ReturnType<typeof addFiles>>

/** Does what the pressed button says: sends the message or a trial, or shows the form again. `errors`: of new files. */
async function sendOrShowAgain(
  staff: Staff,
  courseId: string,
  fields: FormData,
  { typed, namesWereShown, attachments, errors }: ReadMessage,
) {
  const showForm = (more: { errors?: FieldErrors; toasts?: Toast[] } = {}, status = 200) =>
    data<ComposeResult>(
      { typed, attachments, ...more, errors: { ...errors, ...more.errors } },
      Object.keys({ ...errors, ...more.errors }).length > 0 ? Math.max(status, 400) : status,
    )
  const intent = String(fields.get('intent') ?? '')
  if (fields.get('remove') || (intent !== 'send' && intent !== 'trial') || errors.file) return showForm()
  if (intent === 'send' && isRefusedFileUnconfirmed(fields))
    return showForm({ errors: { file: explainMessageRefusal('refused-file') } })
  const content = { ...typed, attachments: attachments.map(({ id }) => id) }
  if (intent === 'trial') {
    const to = typed.readAs || (typed.to[0] ?? '')
    const outcome = await sendTrial(staff, courseId, { ...content, to })
    if (!outcome.ok) return showForm({ errors: errorsByField(typed, outcome.refusal) })
    const toast = { tone: 'success', title: 'Prova inviata', description: `A ${staff.email}` } as const
    return showForm({ toasts: [toast] })
  }
  const page = href('/admin/courses/:course/messaggi', { course: courseId })
  const sent = namesWereShown
    ? await sendMessage(staff, courseId, content)
    : ({ ok: false, refusal: 'unseen-names' } as const)
  if (!sent.ok && sent.refusal === 'sent-twice')
    return redirectWith(`${page}?inviato=${typed.key}#inviato`, {
      tone: 'neutral',
      title: explainMessageRefusal(sent.refusal),
    })
  if (!sent.ok) return showForm({ errors: errorsByField(typed, sent.refusal) }, 409)
  const leftOutCount = fields.getAll('to').length - sent.notified
  const leftOut =
    leftOutCount > 0
      ? `. Nel frattempo è cambiato qualcosa per ${formatCount(leftOutCount, 'persona', 'persone')}`
      : ''
  return redirectWith(`${page}?inviato=${sent.decision}#inviato`, {
    tone: 'success',
    title: 'Messaggio in coda',
    description: `${typed.subject}: ${formatCount(sent.notified, 'email', 'email')}${leftOut}`,
    ...undoButton(sent.decision, page),
  })
}

/** The errors by field: all mistakes in the text, or else the refusal. */
function errorsByField(typed: ComposedMessage, refusal: MessageRefusal): FieldErrors {
  const { subject, text } = mistakesInMessage(typed)
  if (subject || text)
    return {
      ...(subject && { subject: explainMessageRefusal(subject) }),
      ...(text && { text: explainMessageRefusal(text) }),
    }
  return { [FIELD_OF_REFUSAL[refusal] ?? 'text']: explainMessageRefusal(refusal) }
}

/** Whether a file was refused, and the sender has not ticked that the message goes without it. */
const isRefusedFileUnconfirmed = (fields: FormData) =>
  fields.has(REFUSED_FILE_FIELD) && !fields.has(WITHOUT_FILE_FIELD)

/**
 * Reads the typed message. `namesWereShown`: whether the page had shown the names of the audience that is chosen. If it
 * had not, everybody of the audience is a recipient, whatever was ticked; people chosen by hand are always those who
 * are ticked. Who has left the audience since is no recipient.
 */
async function readTyped(staff: Staff, courseId: string, fields: FormData) {
  const text = (name: string) => String(fields.get(name) ?? '').replaceAll('\0', '')
  const possibleRecipients = await possibleRecipientsOf(staff, courseId)
  const audience = text('audience')
  const namesWereShown = audience === text('shown')
  const tickedIds = fields.getAll('to').map(String)
  const allIds = possibleRecipients.map(({ id }) => id)
  const choice = choiceAmong(possibleRecipients, {
    audience,
    to: namesWereShown || audience === BY_HAND ? tickedIds : allIds,
  })
  const typed: ComposedMessage = {
    ...choice,
    subject: text('subject'),
    text: text('text'),
    readAs: choice.to.includes(text('readAs')) ? text('readAs') : '',
    key: text('key'),
  }
  return { typed, namesWereShown }
}

/**
 * Stores files beside those that the message already has: `existing`, those of `ids` that are still there. `problem`: as
 * `readUploads` found it. `attachments`: all files of the message afterwards; `errors`: why some or all of the new files
 * were refused, and whether one of `ids` is missing.
 */
async function addFiles(
  staff: Staff,
  ids: readonly string[],
  existing: Attachment[],
  files: readonly Upload[],
  problem: Uploads['problem'],
): Promise<{ attachments: Attachment[]; errors: FieldErrors }> {
  // The sweep may have deleted files while the form was open.
  const sentences = existing.length < ids.length ? [`${explainMessageRefusal('lost-file')}.`] : []
  const refuseFiles = (refusal: MessageRefusal) => ({
    attachments: existing,
    errors: { file: [...sentences, explainMessageRefusal(refusal)].join(' ') },
  })
  const bytes =
    existing.reduce((sum, { fileSize }) => sum + fileSize, 0) +
    files.reduce((sum, file) => sum + file.bytes.length, 0)
  if (problem === 'too-many' || existing.length + files.length > ATTACHMENT_LIMITS.files)
    return refuseFiles('too-many-files')
  // A single file may be as large as all together.
  if (problem || bytes > ATTACHMENT_LIMITS.bytes) return refuseFiles('too-large-files')
  const added: string[] = []
  for (const file of files) {
    const outcome = await addAttachment(staff, file)
    if (outcome.ok) added.push(outcome.id)
    else sentences.push(`${file.name}: ${explainDocumentRefusal(outcome)}`)
  }
  const attachments = await attachmentsOf(staff, [...ids, ...added])
  return { attachments, errors: sentences.length > 0 ? { file: sentences.join(' ') } : {} }
}

export const shouldRevalidate = loadAfterConflict

const TITLE = 'Scrivi ai partecipanti'

export default function Compose({ loaderData, actionData }: Route.ComponentProps) {
  const { course, possibleRecipients, typed, sender, undoMinutes } = loaderData
  const result: Partial<ComposeResult> | undefined = actionData
  const lastResult = useLastAnswer(result?.typed ? (result as ComposeResult) : undefined, loaderData)
  const { search } = useLocation()
  const messagesPage = href('/admin/courses/:course/messaggi', { course: course.id })
  return (
    <section className="compose-page" aria-labelledby="scrivi">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`${TITLE}: ${course.title}`} noindex error={hasErrors(result)} />
      <BackLink to={messagesPage}>Messaggi</BackLink>
      <h3 id="scrivi" className="visually-hidden">
        {TITLE}
      </h3>
      {possibleRecipients.length === 0 ? (
        <p className="lead">In questa edizione non c’è ancora nessuno a cui scrivere.</p>
      ) : (
        <ComposeForm
          key={search}
          course={course}
          possibleRecipients={possibleRecipients}
          initial={typed}
          sender={sender}
          undoMinutes={undoMinutes}
          backTo={messagesPage}
          result={lastResult}
        />
      )}
    </section>
  )
}
