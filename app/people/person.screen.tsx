import { data, href, Link, useOutlet } from 'react-router'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { isAdmin } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { entriesAbout } from '../audit/queries.server'
import { certificatesOfPerson, type IssuedCertificate } from '../certificates/queries.server'
import { contactsFrom, oldestUnhandledContactFrom } from '../contacts/admin/queries.server'
import { tidyLines } from '../contacts/rules'
import { seatsSentence } from '../courses/rules'
import { isSeated } from '../courses/seats.rules'
import { documentsOfPerson } from '../documents/course/queries.server'
import { documentsGivenTo } from '../documents/personal/queries.server'
import { balancesOf } from '../enrolments/dues/queries.server'
import type { Balance } from '../enrolments/dues/rules'
import { newDatesDeadlinesOfPerson } from '../enrolments/mine/postponement.queries.server'
import { refundsOf } from '../enrolments/refund.queries.server'
import type { Refund } from '../enrolments/refund.rules'
import { QUESTION_PARAMETERS } from '../enrolments/review/buttons.rules'
import { answerButton, type ButtonResult, requestToReject } from '../enrolments/review/form-actions.server'
import { OpenQuestion } from '../enrolments/review/open-question'
import { readForm } from '../http/form.server'
import { loadSections, readOrRedirect, redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { emailsTo } from '../mail/outbox.server'
import { messagesTo } from '../messages/queries.server'
import { paymentsOfPerson } from '../payments/queries.server'
import { today } from '../runtime/clock'
import { hasErrors } from '../ui/forms/error-summary'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import { Icon } from '../ui/icon'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/person.screen'
import { CallSheet } from './call'
import { type CallFacts, whatToSay } from './call.rules'
import { detailedEnrolmentsOf, nextSessionOf } from './enrolments.queries.server'
import { invitePersonAgain } from './invitation.commands.server'
import { personMessagesTo } from './message.queries.server'
import { peopleAddress } from './people-list.rules'
import { notePerson } from './person.commands.server'
import { personFacts } from './person.queries.server'
import { PERSON_NOTE_MAX, type UnpaidDue, unpaidDues } from './person.rules'
import { PersonEnrolments } from './person-enrolments'
import { PersonHead } from './person-head'
import { PersonPayments } from './person-payments'
import { type NoteResult, PersonCertificates, PersonData, PersonDocuments, PersonNote } from './person-rail'
import { Thread } from './thread'
import { THREAD_PARAMETER, threadKindFrom, threadOf } from './thread.rules'
import './person.css'

/** The most items of the history, and of the entries, e-mails and messages that are read for it. */
const MOST_ITEMS = 12
/** The most entries of the log that are read for a history of one kind, since those of other kinds are left out. */
const MOST_ENTRIES_OF_A_KIND = 200
const MOST_PAYMENTS = 12
const MOST_CONTACTS = 5
const MOST_DOCUMENTS = 5

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const person = await readOrRedirect(
    href('/admin/people'),
    'Impossibile caricare i dati',
    personFacts(staff, params.person),
  )
  if (!person) throw data(null, { status: 404 })
  const { id, emailAddresses } = person
  const kind = threadKindFrom(url.searchParams.get(THREAD_PARAMETER))
  const { loadSection, respond } = loadSections()
  const loadFailed = 'Impossibile caricare i dati'
  const [
    { enrolments, total },
    nextSession,
    newDateQuestions,
    documents,
    givenDocuments,
    certificates,
    payments,
    entries,
    emails,
    editionMessages,
    personMessages,
    contacts,
    unhandledContact,
  ] = await Promise.all([
    loadSection('Errore nel recuperare le iscrizioni', detailedEnrolmentsOf(staff, id), {
      enrolments: [],
      total: 0,
    }),
    loadSection('Errore nel recuperare le iscrizioni', nextSessionOf(staff, id), undefined),
    loadSection(
      'Errore nel recuperare le iscrizioni',
      newDatesDeadlinesOfPerson(staff, id),
      new Map<string, string>(),
    ),
    loadSection('Impossibile caricare i documenti', documentsOfPerson(staff, id, MOST_DOCUMENTS + 1), []),
    loadSection('Impossibile caricare i documenti', documentsGivenTo(staff, id), []),
    loadSection('Impossibile caricare i documenti', certificatesOfPerson(staff, id), []),
    loadSection(loadFailed, paymentsOfPerson(staff, id, MOST_PAYMENTS + 1), []),
    loadSection(
      'Impossibile caricare i log',
      entriesAbout(staff, id, kind ? MOST_ENTRIES_OF_A_KIND : MOST_ITEMS),
      [],
    ),
    loadSection(loadFailed, emailsTo(emailAddresses, MOST_ITEMS), []),
    loadSection(loadFailed, messagesTo(staff, id, MOST_ITEMS), []),
    loadSection(loadFailed, personMessagesTo(staff, id, MOST_ITEMS), []),
    loadSection(loadFailed, contactsFrom(staff, emailAddresses, MOST_CONTACTS), []),
    loadSection(loadFailed, oldestUnhandledContactFrom(staff, emailAddresses), undefined),
  ])
  const liveIds = enrolments.filter(({ ending }) => !ending).map(({ id }) => id)
  const endedIds = enrolments.filter(({ ending }) => ending).map(({ id }) => id)
  const [balances, refunds] = await Promise.all([
    loadSection(loadFailed, balancesOf(liveIds), new Map<string, Balance>()),
    loadSection(loadFailed, refundsOf(endedIds), new Map<string, Refund>()),
  ])
  const now = new Date()
  const facts: CallFacts = {
    requests: enrolments
      .filter(({ status, ending, admittedAt }) => status === 'pending' && !ending && !admittedAt)
      .map(({ course, awaitsAnswerSince, seatsTaken }) => ({
        course: course.title,
        since: awaitsAnswerSince,
        seats: seatsSentence(course, seatsTaken)?.text ?? null,
      })),
    offers: enrolments.flatMap(({ offer }) =>
      offer && new Date(offer.until) > now ? [{ course: offer.course, until: new Date(offer.until) }] : [],
    ),
    newDates: enrolments.flatMap(({ id, course }) => {
      const until = newDateQuestions.get(id)
      return until ? [{ enrolment: id, course: course.title, until }] : []
    }),
    waitingLists: enrolments
      .filter(({ admittedAt, offer }) => admittedAt && !offer)
      .flatMap(({ course, position }) => (position === null ? [] : [{ course: course.title, position }])),
    message: unhandledContact && { id: unhandledContact.id, since: unhandledContact.createdAt },
    nextSession,
    due: dueToSay(unpaidDues(enrolments, Object.fromEntries(balances))[0]),
    refusals: enrolments.flatMap(({ course, rejectedAt, rejectReason }) =>
      rejectedAt ? [{ course: course.title, at: rejectedAt, reason: rejectReason }] : [],
    ),
    note: person.note,
  }
  const readingRequest = requestToReject(staff, url.searchParams.get(QUESTION_PARAMETERS.reject))
  const { toReject, toast } = await loadSection(loadFailed, readingRequest, {})
  const pageData = {
    person,
    enrolments,
    total,
    documents,
    givenDocuments,
    certificates,
    payments,
    balances: Object.fromEntries(balances),
    refunds: Object.fromEntries(refunds),
    unansweredIds: [...newDateQuestions.keys()],
    sentences: whatToSay(facts, now),
    kind,
    thread: threadOf(
      id,
      { entries, emails, editionMessages, personMessages, contacts },
      { kind, most: MOST_ITEMS },
    ),
    toReject,
    reader: { id: staff.id, isAdmin: isAdmin(staff) },
    today: today(now),
  }
  return respond(pageData, ...(toast ? [toast] : []))
}

export const shouldRevalidate = loadAfterConflict

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const page = href('/admin/people/:person', params)
  if (form.get('intent') === 'invite')
    return withErrorToast('Si è verificato un errore', async () => {
      const invited = await invitePersonAgain(staff, params.person)
      const toast = invited.ok
        ? ({ tone: 'success', title: 'Invito inviato' } as const)
        : errorToast(explainAccountRefusal(invited))
      return redirectWith(page, toast)
    })
  if (form.get('intent') !== 'note') return answerButton(staff, request, form, () => page)
  const text = (name: string) => tidyLines(String(form.get(name) ?? ''))
  const [note, before] = [text('note'), text('before')]
  const answerNote = async () => {
    const refuseNote = (sentence: string, status: number) =>
      data({ errors: { note: sentence }, note } satisfies NoteResult, { status })
    if (note.length > PERSON_NOTE_MAX)
      return refuseNote(`La nota può avere al massimo ${PERSON_NOTE_MAX} caratteri`, 400)
    const noted = await notePerson(staff, params.person, { note, before })
    if (!noted.ok) return refuseNote(explainAccountRefusal(noted), 409)
    return redirectWith(page, { tone: 'success', title: 'Nota salvata' })
  }
  return withErrorToast('Si è verificato un errore', answerNote, {
    note,
    before,
    errors: {},
  } satisfies NoteResult)
}

/** The facts of an unpaid due for a telephone call; undefined without one. */
function dueToSay(due: UnpaidDue | undefined): CallFacts['due'] {
  if (!due) return undefined
  const { course, name, open, dueOn, state } = due
  return { course, name, cents: open, dueOn, isLate: state === 'late' }
}

/** '5 iscrizioni, 1 attestato valido' */
function countsInWords(enrolments: number, certificates: IssuedCertificate[]): string {
  const valid = certificates.filter(({ ending }) => !ending).length
  const counts = [formatCount(enrolments, 'iscrizione', 'iscrizioni')]
  if (valid > 0) counts.push(formatCount(valid, 'attestato valido', 'attestati validi'))
  return counts.join(', ')
}

type ActionResult = Partial<NoteResult> & ButtonResult

export default function PersonScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { person, enrolments, total, documents, givenDocuments, certificates, sentences, thread, toReject } =
    loaderData
  const result: ActionResult = actionData ?? {}
  const { errors = {}, note, before } = result
  const noteResult = note !== undefined ? { errors, note, before } : undefined
  const page = href('/admin/people/:person', { person: person.id })
  const name = `${person.firstName} ${person.lastName}`
  const screenDialog = useOutlet()
  return (
    // Without the key, what was typed about one person would stay in the fields on the page of the next.
    <div className="admin-section who-page" key={person.id}>
      {result.toasts && <Toasts toasts={result.toasts} />}
      {screenDialog ?? <PageHead title={name} path={page} noindex error={hasErrors(result)} />}
      <PersonHead person={person} reader={loaderData.reader} today={loaderData.today} />
      <CallSheet sentences={sentences} page={page} today={loaderData.today} />
      <div className="who">
        <section aria-labelledby="iscrizioni">
          <div className="who-section">
            <h2 id="iscrizioni">Iscrizioni</h2>
            {total > 0 && <span className="quiet">{countsInWords(total, certificates)}</span>}
          </div>
          <PersonEnrolments
            enrolments={enrolments}
            givenDocuments={givenDocuments}
            certificates={certificates}
            balances={loaderData.balances}
            refunds={loaderData.refunds}
            unansweredIds={loaderData.unansweredIds}
            page={page}
            today={loaderData.today}
          />
          <p className="who-all">
            {total > enrolments.length && (
              <Link
                className="link"
                to={peopleAddress({ q: person.email, apri: 'iscrizioni', persona: person.id })}
              >
                Tutte le {total} iscrizioni
              </Link>
            )}
            {enrolments.some(({ status }) => isSeated(status)) && (
              <a className="link" href={href('/admin/people/:person/riepilogo.pdf', { person: person.id })}>
                <Icon name="down" /> Riepilogo della formazione
              </a>
            )}
          </p>
        </section>
        <div className="who-pair">
          <PersonPayments
            enrolments={enrolments}
            balances={loaderData.balances}
            payments={loaderData.payments}
            most={MOST_PAYMENTS}
            person={person}
            today={loaderData.today}
          />
          <PersonCertificates certificates={certificates} />
        </div>
        <Thread
          items={thread}
          kind={loaderData.kind}
          page={page}
          personId={person.id}
          enrolments={enrolments}
          email={person.email}
          today={loaderData.today}
          isAdmin={loaderData.reader.isAdmin}
        />
        <div className="who-rail">
          <PersonData person={person} />
          <PersonNote person={person} page={page} result={noteResult} />
          <PersonDocuments documents={documents} most={MOST_DOCUMENTS} />
        </div>
      </div>
      <OpenQuestion toReject={toReject} result={result} page={page} />
    </div>
  )
}
