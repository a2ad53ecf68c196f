import { data, href, Link, useLocation } from 'react-router'
import { isAdmin } from '../accounts/rules'
import { requiredWords, SEARCH_MAX } from '../accounts/search.rules'
import { staffFrom } from '../accounts/session/session.server'
import { readForm } from '../http/form.server'
import { loadSections, redirectWith, withErrorToast } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { capitalize } from '../italian/words'
import { MAIL_TOPICS, type MailTopic } from '../mail/kinds.rules'
import { emailById } from '../mail/outbox.server'
import { MAIL_STATES, type MailState } from '../mail/states.rules'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { EmptyState } from '../ui/empty-state'
import { hasErrors } from '../ui/forms/error-summary'
import { TableSearch } from '../ui/forms/table-search'
import { Toasts, toastsIn } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { queryWith } from '../ui/query'
import { Chips } from '../ui/tables/chips'
import { Selects } from '../ui/tables/selects'
import { TableHead } from '../ui/tables/table-head'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/mail.screen'
import { requeueEmails } from './mail.commands.server'
import { type MailMessage, mailCounts, mailMessages, recipientsOfMessage } from './mail.queries.server'
import { MailDialog } from './mail-dialog'
import { MessageRow, UNFOLDED_PARAMETER } from './mail-row'
import './mail.css'

/** Reads the id of an e-mail; undefined for any other text. */
const readId = (text: string | null) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)
const isState = (text: string | null): text is MailState => text !== null && Object.hasOwn(MAIL_STATES, text)
const isTopic = (text: string | null): text is MailTopic => text !== null && Object.hasOwn(MAIL_TOPICS, text)

/**
 * `?q`: words in addressee or subject; `?stato`, `?tipo`: state and topic of the messages; `?prima`: the `before` of a
 * `MailView`; `?leggi`: the e-mail shown in a dialog; `?apri`: the message whose recipients are listed.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const { searchParams } = url
  const openId = readId(searchParams.get('leggi'))
  const unfoldedId = readId(searchParams.get(UNFOLDED_PARAMETER))
  const [state, topic] = [searchParams.get('stato'), searchParams.get('tipo')]
  const { loadSection, respond } = loadSections()
  const loadFailed = 'Impossibile caricare i dati'
  const q = (searchParams.get('q') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_MAX)
  const view = { q, state: isState(state) ? state : undefined, topic: isTopic(topic) ? topic : undefined }
  const words = requiredWords(q)
  const before = readId(searchParams.get('prima'))
  const noMessages: { messages: MailMessage[]; older?: number } = { messages: [] }
  const [page, counts, recipients, email] = await Promise.all([
    loadSection(loadFailed, mailMessages(staff, { ...view, before, words }), noMessages),
    loadSection(loadFailed, mailCounts(staff, { words, topic: view.topic }), undefined),
    unfoldedId === undefined ? [] : loadSection(loadFailed, recipientsOfMessage(staff, unfoldedId), []),
    // Undefined: none is asked for, or it does not exist; null: it could not be read.
    openId === undefined ? undefined : loadSection(loadFailed, emailById(openId), null),
  ])
  if (openId !== undefined && email === undefined) throw data(null, { status: 404 })
  const mayReadText = isAdmin(staff)
  return respond({
    ...page,
    ...view,
    counts,
    unfoldedId,
    recipients,
    email: email && withoutContent(email),
    mayReadText,
    now: new Date(),
    today: today(),
  })
}

/** An e-mail without its text, and whether that may be shown. */
function withoutContent({ text, html, ...email }: NonNullable<Awaited<ReturnType<typeof emailById>>>) {
  return { ...email, isReadable: text !== null }
}

const FAILED = 'Si è verificato un errore'
const NOT_UNDELIVERED = 'questa email non è tra quelle non consegnate'

/**
 * Puts an undelivered e-mail back into the outbox. `email`: its id; or `message`: the id of one e-mail of a message
 * whose undelivered e-mails are all put back.
 */
export async function action({ request, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const emailId = readId(String(form.get('email') ?? ''))
  const messageId = readId(String(form.get('message') ?? ''))
  const id = emailId ?? messageId
  if (id === undefined) throw data(null, { status: 400 })
  return withErrorToast(FAILED, async () => {
    const count = await requeueEmails(staff, id, { wholeMessage: messageId !== undefined })
    const page = `${href('/admin/mail')}${url.search}`
    if (count === 0) return redirectWith(page, errorToast(`${FAILED}: ${NOT_UNDELIVERED}`))
    const [sentenceForOne, wordsForSeveral] = env.smtpUrl
      ? ['L’email parte di nuovo', 'email partono di nuovo']
      : ['L’email è di nuovo in coda', 'email sono di nuovo in coda']
    return redirectWith(page, {
      tone: 'success',
      title: count === 1 ? sentenceForOne : `${count} ${wordsForSeveral}`,
    })
  })
}

export default function MailScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { messages, older, q, state, topic, counts, unfoldedId, recipients, email, now, toasts } = loaderData
  const { search } = useLocation()
  const view = { q, stato: state ?? null, tipo: topic ?? null }
  const address = (changes: Record<string, string | null> = {}) =>
    `${href('/admin/mail')}${queryWith('', { ...view, ...changes })}`
  const messagesByDay = Map.groupBy(messages, ({ createdAt }) => formatDate(createdAt, 'yyyy-MM-dd'))
  const isFiltered = q !== '' || state !== undefined || topic !== undefined
  return (
    <section className="admin-section" aria-labelledby="posta">
      {actionData && <Toasts toasts={toastsIn(actionData)} />}
      <PageHead title="Email del sito" noindex error={hasErrors(actionData)} />
      <div className="admin-head">
        <div>
          <h2 id="posta">Email del sito</h2>
          <p className="quiet mail-sentence">
            Un messaggio è una riga, anche se va a molti.
            {counts && countsInWords(counts)}
          </p>
        </div>
      </div>
      <div className="tools">
        <TableSearch
          label="Oggetto o persona"
          text={q}
          action={href('/admin/mail')}
          foundCount={toasts.length > 0 ? null : messages.length}
          isPart={older !== undefined}
          keep={{ stato: view.stato, tipo: view.tipo }}
        />
        <Chips
          label="Stato"
          chips={[
            { name: 'Tutte', to: address({ stato: null }), isChosen: state === undefined },
            ...STATES.map(([word, name]) => ({
              name,
              to: address({ stato: word }),
              isChosen: state === word,
              ...(word !== 'sent' && counts?.[word] && { count: counts[word] }),
              isUrgent: word === 'undelivered' && Boolean(counts?.undelivered),
            })),
          ]}
        />
        <Selects
          action={href('/admin/mail')}
          keep={{ q, stato: view.stato }}
          selects={[
            {
              name: 'tipo',
              label: 'Tipo',
              value: topic ?? '',
              options: [
                ['', 'Tutti'],
                ...Object.entries(MAIL_TOPICS).map(([word, { label }]): [string, string] => [word, label]),
              ],
            },
          ]}
        />
      </div>
      {messages.length === 0 && toasts.length === 0 && (
        <EmptyState
          title={isFiltered ? 'Nessuna email con questi filtri.' : 'Il sito non ha ancora inviato email.'}
          act={isFiltered && <Link to={href('/admin/mail')}>Mostra tutte</Link>}
        >
          {!isFiltered && 'Conferme, approvazioni e messaggi restano qui, con il loro esito.'}
        </EmptyState>
      )}
      {messages.length > 0 && (
        <table className="table dense mails">
          <TableHead columns={['Oggetto', 'Destinatario', 'Data', 'Stato']} hidden="Azioni" />
          {[...messagesByDay].map(([day, messagesOfDay]) => (
            <tbody key={day}>
              <tr className="mail-day">
                <th colSpan={5} scope="rowgroup">
                  {dayInWords(day, loaderData.today)}
                </th>
              </tr>
              {messagesOfDay.map((message) => (
                <MessageRow
                  key={message.id}
                  message={message}
                  recipients={message.id === unfoldedId ? recipients : undefined}
                  now={now}
                  search={search}
                />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {older !== undefined && (
        <Link className="link" to={address({ prima: String(older) })}>
          Email precedenti
        </Link>
      )}
      {email && (
        <MailDialog
          email={email}
          mayReadText={loaderData.mayReadText}
          closeTo={`${href('/admin/mail')}${queryWith(search, { leggi: null })}`}
        />
      )}
    </section>
  )
}

const STATES = [
  ['queued', 'In coda'],
  ['sent', 'Inviate'],
  ['undelivered', 'Non consegnate'],
] as const satisfies [MailState, string][]

/** ' 3 in coda, 2 non consegnate.', without the parts that are 0; '' if both are 0. */
function countsInWords({ queued, undelivered }: { queued: number; undelivered: number }): string {
  const parts = [
    queued > 0 && `${queued} in coda`,
    undelivered > 0 && formatCount(undelivered, 'non consegnata', 'non consegnate'),
  ].filter(Boolean)
  return parts.length > 0 ? ` ${parts.join(', ')}.` : ''
}

/** 'Oggi', 'Venerdì 12 febbraio', 'Venerdì 12 dicembre 2025' */
function dayInWords(day: string, today: string): string {
  if (day === today) return 'Oggi'
  return capitalize(
    formatDate(day, day.slice(0, 4) === today.slice(0, 4) ? 'EEEE d MMMM' : 'EEEE d MMMM yyyy'),
  )
}
