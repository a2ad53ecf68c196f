import { data, href, useOutlet } from 'react-router'
import { personPage } from '../accounts/pages.rules'
import { explainAccountRefusal } from '../accounts/refusals.rules'
import { isAdmin } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import type { IssuedCertificate } from '../certificates/queries.server'
import { oldestUnhandledContactFrom } from '../contacts/admin/queries.server'
import { tidyLines } from '../contacts/rules'
import { seatsSentence } from '../courses/rules'
import { isSeated } from '../courses/seats.rules'
import { documentsOfPerson } from '../documents/course/queries.server'
import { QUESTION_PARAMETERS } from '../enrolments/review/buttons.rules'
import { answerButton, type ButtonResult, requestToReject } from '../enrolments/review/form-actions.server'
import { OpenQuestion } from '../enrolments/review/open-question'
import { readForm } from '../http/form.server'
import { loadSections, redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { paymentsOfPerson } from '../payments/queries.server'
import { today } from '../runtime/clock'
import { hasErrors } from '../ui/forms/error-summary'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import { Icon } from '../ui/icon'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/person.screen'
import { type CallFacts, CallSheet } from './call'
import { answerChange } from './change.server'
import { type EnrolmentsOnPage, enrolmentsOnPage, nextSessionOf } from './enrolments.queries.server'
import { invitePersonAgain } from './invitation.commands.server'
import { notePerson } from './person.commands.server'
import { personOr404 } from './person.queries.server'
import { PERSON_NOTE_MAX, unpaidDues } from './person.rules'
import { PersonEnrolments } from './person-enrolments'
import { PersonHead } from './person-head'
import { PersonPayments } from './person-payments'
import { type NoteResult, PersonCertificates, PersonData, PersonDocuments, PersonNote } from './person-rail'
import { Thread } from './thread'
import { threadOfPerson } from './thread.queries.server'
import { THREAD_PARAMETER, threadKindFrom } from './thread.rules'
import './person.css'

const MOST_PAYMENTS = 6
const MOST_DOCUMENTS = 5
const NO_ENROLMENTS: EnrolmentsOnPage = { enrolments: [], certificates: [], givenDocuments: [] }

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const loadFailed = 'Impossibile caricare i dati'
  const person = await personOr404(staff, params.person)
  const { id, emailAddresses } = person
  const kind = threadKindFrom(url.searchParams.get(THREAD_PARAMETER))
  const { loadSection, respond } = loadSections()
  const readingRequest = requestToReject(staff, url.searchParams.get(QUESTION_PARAMETERS.reject))
  const [enrolled, nextSession, documents, payments, thread, message, { toReject, toast }] =
    await Promise.all([
      loadSection('Errore nel recuperare le iscrizioni', enrolmentsOnPage(staff, id), NO_ENROLMENTS),
      loadSection('Errore nel recuperare le iscrizioni', nextSessionOf(staff, id), undefined),
      loadSection('Impossibile caricare i documenti', documentsOfPerson(staff, id, MOST_DOCUMENTS + 1), []),
      loadSection(loadFailed, paymentsOfPerson(staff, id, MOST_PAYMENTS + 1), []),
      loadSection(loadFailed, threadOfPerson(staff, person, kind), []),
      loadSection(loadFailed, oldestUnhandledContactFrom(staff, emailAddresses), undefined),
      loadSection(loadFailed, readingRequest, {}),
    ])
  const now = new Date()
  const { enrolments } = enrolled
  const callFacts: CallFacts = {
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
    newDates: enrolments.flatMap(({ id, course, answerBy }) =>
      answerBy ? [{ enrolment: id, course: course.title, until: answerBy }] : [],
    ),
    waitingLists: enrolments
      .filter(({ admittedAt, offer }) => admittedAt && !offer)
      .flatMap(({ course, position }) => (position === null ? [] : [{ course: course.title, position }])),
    message,
    nextSession,
    due: unpaidDues(enrolments)[0],
    refusals: enrolments.flatMap(({ course, rejectedAt, rejectReason }) =>
      rejectedAt ? [{ course: course.title, at: rejectedAt, reason: rejectReason }] : [],
    ),
    note: person.note,
  }
  const pageData = {
    person,
    enrolled,
    documents,
    payments,
    callFacts,
    kind,
    thread,
    toReject,
    reader: { id: staff.id, isAdmin: isAdmin(staff) },
    now,
    today: today(now),
  }
  return respond(pageData, ...(toast ? [toast] : []))
}

export const shouldRevalidate = loadAfterConflict

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const page = personPage(params.person)
  if (form.get('intent') === 'invite')
    return answerChange(params.person, 'Invito inviato', () => invitePersonAgain(staff, params.person))
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

/** '5 iscrizioni, 1 attestato valido' */
function countsInWords(enrolments: number, certificates: IssuedCertificate[]): string {
  const valid = certificates.filter(({ ending }) => !ending).length
  const counts = [formatCount(enrolments, 'iscrizione', 'iscrizioni')]
  if (valid > 0) counts.push(formatCount(valid, 'attestato valido', 'attestati validi'))
  return counts.join(', ')
}

type ActionResult = Partial<NoteResult> & ButtonResult

export default function PersonScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { person, enrolled, documents, payments, reader, now, today } = loaderData
  const { enrolments, certificates } = enrolled
  const result: ActionResult = actionData ?? {}
  const { errors = {}, note, before } = result
  const noteResult = note !== undefined ? { errors, note, before } : undefined
  const page = personPage(person.id)
  const name = `${person.firstName} ${person.lastName}`
  const screenDialog = useOutlet()
  return (
    // Without the key, what was typed about one person would stay in the fields on the page of the next.
    <div className="admin-section who-page" key={person.id}>
      {result.toasts && <Toasts toasts={result.toasts} />}
      {screenDialog ?? <PageHead title={name} path={page} noindex error={hasErrors(result)} />}
      <PersonHead person={person} reader={reader} today={today} />
      <CallSheet facts={loaderData.callFacts} now={now} page={page} today={today} />
      <div className="who">
        <section aria-labelledby="iscrizioni">
          <div className="who-section">
            <h2 id="iscrizioni">Iscrizioni</h2>
            {enrolments.length > 0 && (
              <span className="quiet">{countsInWords(enrolments.length, certificates)}</span>
            )}
          </div>
          <PersonEnrolments {...enrolled} page={page} today={today} />
          <p className="who-all">
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
            payments={payments}
            most={MOST_PAYMENTS}
            person={person}
            today={today}
          />
          <PersonCertificates certificates={certificates} />
        </div>
        <Thread
          items={loaderData.thread}
          kind={loaderData.kind}
          page={page}
          personId={person.id}
          enrolments={enrolments}
          email={person.email}
          today={today}
          isAdmin={reader.isAdmin}
        />
        <div className="who-rail">
          <PersonData person={person} />
          <PersonNote person={person} page={page} result={noteResult} />
          <PersonDocuments documents={documents} most={MOST_DOCUMENTS} />
        </div>
      </div>
      <OpenQuestion toReject={loaderData.toReject} result={result} page={page} />
    </div>
  )
}
