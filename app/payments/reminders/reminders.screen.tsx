import { randomUUID } from 'node:crypto'
import { data, href, Link, redirect, useLocation } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { undoPeriodInWords } from '../../enrolments/decision.rules'
import { chosenIds } from '../../enrolments/review/form-actions.server'
import { undoButton } from '../../enrolments/undo-toast.server'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { formatCents } from '../../italian/prices'
import { officePage } from '../../parsing/office-page.rules'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { bankAccount } from '../../site/bank-account.server'
import { siteSettings } from '../../site/settings'
import { editionLine, withEdition } from '../../ui/edition'
import { EmptyState } from '../../ui/empty-state'
import { Form } from '../../ui/forms/form'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { QuestionActions } from '../../ui/overlays/question-page'
import { Toasts } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { addressWith, queryWith } from '../../ui/query'
import { TableHead } from '../../ui/tables/table-head'
import { errorToast } from '../../ui/toast'
import type { Route } from './+types/reminders.screen'
import { remindPayers } from './commands.server'
import { chosenCandidates } from './queries.server'
import {
  explainReminderRefusal,
  explainSendingRefusal,
  REMINDER_LABELS,
  reminderByHand,
  reminderWords,
  writeReminder,
} from './rules'
import '../../ui/letter.css'
import '../payments.css'
import './reminders.css'

const TITLE = 'Manda un promemoria'

/** `?a`: the chosen enrolments; `?come`: the enrolment whose e-mail is shown; `?torna`: the page to lead back to. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const day = today()
  const payers = (await chosenCandidates(staff, url.searchParams.getAll('a'))).map((payer) => ({
    ...payer,
    name: `${payer.person.firstName} ${payer.person.lastName}`,
    reminder: reminderByHand(payer.facts, day),
  }))
  const recipients = payers.flatMap(({ reminder, facts: { balance, sentReminders }, ...payer }) =>
    reminder.ok
      ? [
          {
            ...payer,
            reminder,
            reminderText: writeReminder(payer.id, reminder),
            lastSentOn: sentReminders.at(-1)?.sentOn,
            words: reminderWords(reminder, balance, payer.person, siteSettings(), day),
          },
        ]
      : [],
  )
  const previewedId = url.searchParams.get('come')
  return {
    recipients,
    leftOut: payers.flatMap(({ id, name, course, reminder }) =>
      reminder.ok ? [] : [{ id, name, course, why: explainReminderRefusal(reminder) }],
    ),
    preview: recipients.find(({ id }) => id === previewedId) ?? recipients[0],
    hasBankAccount: bankAccount() !== null,
    sender: `${env.mailFrom.name} <${env.mailFrom.address}>`,
    back: officePage(url.searchParams.get('torna') ?? href('/admin/pagamenti')),
    minutes: env.undoMinutes,
    key: randomUUID(),
  }
}

export const shouldRevalidate = loadAfterConflict

/** Sends the reminders that the page has shown (`shown`); a list posts here only which enrolments are chosen. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const back = officePage(url.searchParams.get('torna') ?? href('/admin/pagamenti'))
  const shownReminders = String(form.get('shown') ?? '')
    .split(',')
    .filter(Boolean)
  if (shownReminders.length === 0) return redirectToChosen(form, back)
  return withErrorToast('Impossibile mandare i promemoria', async () => {
    const reminded = await remindPayers(staff, shownReminders, String(form.get('key') ?? ''))
    if (!reminded.ok) {
      const sentence = explainSendingRefusal(reminded)
      if (reminded.refusal === 'sent-twice') return redirectWith(back, { tone: 'neutral', title: sentence })
      return data({ toasts: [errorToast(sentence)] }, { status: 409 })
    }
    const { decision, notified } = reminded
    const leftOutCount = shownReminders.length - notified
    return redirectWith(back, {
      tone: 'success',
      title: `${notified} promemoria in coda`,
      ...(leftOutCount > 0 && {
        description: `Nel frattempo è cambiato qualcosa per ${formatCount(leftOutCount, 'iscrizione', 'iscrizioni')}`,
      }),
      ...undoButton(decision, back),
    })
  })
}

/** Turns the ticked boxes of a list, sent by POST, into an address with the choice, which can be reloaded. */
function redirectToChosen(form: FormData, back: string) {
  const ids = chosenIds(form.getAll('chosen').map(String))
  if (!Array.isArray(ids)) return redirectWith(back, ids)
  return redirect(addressWith(href('/admin/pagamenti/promemoria'), { a: ids, torna: back }))
}

export default function RemindersScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { recipients, leftOut, preview, hasBankAccount, sender, back, minutes, key } = loaderData
  const count = recipients.length
  return (
    <section className="admin-section" aria-labelledby="promemoria">
      {actionData && 'toasts' in actionData && <Toasts toasts={actionData.toasts} />}
      <PageHead title={TITLE} noindex error={actionData !== undefined} />
      <h2 id="promemoria">{TITLE}</h2>
      {count === 0 ? (
        <EmptyState title="Nessun promemoria da mandare" act={<Link to={back}>Torna indietro</Link>} />
      ) : (
        <div className="reminders">
          <div>
            <table className="table dense stack reminder-table">
              <TableHead columns={['A chi', 'Che cosa riceve', 'Importo']} hidden="Anteprima" />
              <tbody>
                {recipients.map((recipient) => (
                  <RecipientRow
                    key={recipient.id}
                    recipient={recipient}
                    isShown={recipient.id === preview?.id}
                  />
                ))}
              </tbody>
            </table>
            <Form method="post" className="form">
              <input type="hidden" name="key" value={key} />
              <input
                type="hidden"
                name="shown"
                value={recipients.map(({ reminderText }) => reminderText).join(',')}
              />
              <p>
                {count === 1 ? 'L’email parte' : 'Le email partono'}
                {undoPeriodInWords(minutes) || ' subito'}.
              </p>
              <QuestionActions back={back} busy="Un momento...">
                {count === 1 ? TITLE : `Manda ${count} promemoria`}
              </QuestionActions>
            </Form>
          </div>
          {preview && <Letter recipient={preview} sender={sender} hasBankAccount={hasBankAccount} />}
        </div>
      )}
      {leftOut.length > 0 && (
        <section className="reminders-left" aria-labelledby="esclusi">
          <h3 id="esclusi">{count === 0 ? 'Perché' : 'Chi non riceve nulla'}</h3>
          <ul>
            {leftOut.map(({ id, name, course, why }) => (
              <li key={id}>
                <b>{name}</b>, {withEdition(course)}
                <small>{why}.</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  )
}

type Recipient = Route.ComponentProps['loaderData']['recipients'][number]

function RecipientRow({
  recipient: { id, name, course, reminder, lastSentOn },
  isShown,
}: {
  recipient: Recipient
  isShown: boolean
}) {
  const { search } = useLocation()
  return (
    <tr>
      <td>
        <b>{name}</b>
        <small>
          {course.title}, <span className="reminder-edition">{editionLine(course)}</span>
        </small>
      </td>
      <td data-label="Che cosa riceve">
        {REMINDER_LABELS[reminder.kind]}
        {lastSentOn && (
          <small className="num">l’ultimo {withArticle('il', formatDate(lastSentOn, 'd MMMM'))}</small>
        )}
      </td>
      <td data-label="Importo" className="num">
        {formatCents(reminder.cents)}
        <small>{formatDate(reminder.due.dueOn, 'd MMM yyyy')}</small>
      </td>
      <td className="payment-acts">
        <Link
          className="button button-small"
          to={`${queryWith(search, { come: id })}#anteprima`}
          aria-label={`Leggi l’email per ${name}`}
          aria-current={isShown || undefined}
          preventScrollReset
        >
          Leggi
        </Link>
      </td>
    </tr>
  )
}

/** The e-mail of one person, as that person reads it. */
function Letter({
  recipient: { name, person, course, words },
  sender,
  hasBankAccount,
}: {
  recipient: Recipient
  sender: string
  hasBankAccount: boolean
}) {
  return (
    <section className="message-preview" aria-labelledby="anteprima">
      <header>
        <h3 id="anteprima" tabIndex={-1}>
          Come lo riceve {name}
        </h3>
      </header>
      <div className="message-letter">
        <p className="letter-note">Da {sender}</p>
        <p className="letter-subject">
          {words.title}: {withEdition(course)}
        </p>
        {words.greets && <p className="letter-text">Ciao {person.firstName},</p>}
        {words.paragraphs.map((paragraph) => (
          <p key={paragraph} className="letter-text">
            {paragraph}
          </p>
        ))}
        <p className="letter-note">
          {hasBankAccount ? 'Seguono il corso, l’IBAN e la causale.' : 'Segue il corso.'}
        </p>
      </div>
    </section>
  )
}
