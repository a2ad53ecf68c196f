import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { personalDocumentAddress } from '../documents/personal/rules'
import {
  type AttendanceRequirement,
  type Attended,
  attendedInWords,
  thresholdStateOf,
} from '../enrolments/attendance/rules'
import { PersonName } from '../enrolments/person-name'
import { mayTakeRosterStep } from '../enrolments/steps.rules'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { firstPhoneLink } from '../parsing/phone.rules'
import { FileButton } from '../ui/forms/file-button'
import { Form, Submit } from '../ui/forms/form'
import { Gauge } from '../ui/gauges'
import { More } from '../ui/overlays/more'
import { addressWith } from '../ui/query'
import { type ChoiceWords, ChooseAll, ChosenRows, RowChoice } from '../ui/tables/chosen-rows'
import { TableHead } from '../ui/tables/table-head'
import type { CertificateCandidate } from './candidates.queries.server'
import type { IssuedCertificate } from './queries.server'
import {
  CERTIFICATE_ENDING_LABELS,
  type CertificateLack,
  type CertificateNumber,
  certificatePage,
  formatCertificateNumber,
  lackInWords,
  PREVIEWED_MOST,
} from './rules'

/** `hasBegun`, `isYetToBegin`: as the functions of these names say. */
type EditionFacts = { id: string; hasBegun: boolean; isYetToBegin: boolean }

const WORDS: ChoiceWords = {
  label: 'Persone scelte',
  all: 'Scegli tutti',
  none: 'Deseleziona tutti',
  singular: 'scelto',
  plural: 'scelti',
  another: 'un altro',
  others: 'altri',
}

/**
 * The address of a trial PDF of the attestati of these enrolments, at most the first `PREVIEWED_MOST`; without any, of
 * one person as an example.
 */
export const previewAddress = (course: string, enrolments: readonly string[] = []) =>
  addressWith(href('/admin/courses/:course/attestati/prova.pdf', { course }), {
    a: enrolments.slice(0, PREVIEWED_MOST),
  })

const COLUMNS = ['Persona', 'Ore', 'Attestato', 'Che cosa manca'] as const

/** The first rows of a group; `total`: how many the whole group has. */
export type CertificateGroup<Row> = { rows: Row[]; total: number }

/**
 * The people of an edition in groups: who may have an attestato (ticked at first, unless they had one), who may not and
 * why, and the issued attestati. `lastNumber`: the last number that was given this year; `chosenIds`: who was ticked in
 * a form that could not be answered.
 */
export function CertificateTable({
  course,
  ready,
  lacking,
  valid,
  ended,
  lastNumber,
  chosenIds,
}: {
  course: EditionFacts
  ready: CertificateGroup<CertificateCandidate>
  lacking: CertificateGroup<CertificateCandidate>
  valid: CertificateGroup<IssuedCertificate>
  ended: CertificateGroup<IssuedCertificate>
  lastNumber: CertificateNumber
  chosenIds?: string[] | undefined
}) {
  const rowOf = (person: CertificateCandidate) => (
    <CandidateRow
      key={person.id}
      person={person}
      course={course}
      isChosen={chosenIds?.includes(person.id) ?? hadNoCertificate(person)}
    />
  )
  const issuedRowOf = (certificate: IssuedCertificate) => (
    <IssuedRow key={certificate.id} certificate={certificate} />
  )
  return (
    <ChosenRows
      ids={ready.rows.map(({ id }) => id)}
      page={href('/admin/courses/:course/attestati', { course: course.id })}
      words={WORDS}
      acts={(chosenCount) => (
        <IssueButtons course={course.id} chosenCount={chosenCount} lastNumber={lastNumber} />
      )}
    >
      <table className="table dense stack certificate-table">
        <TableHead
          columns={COLUMNS}
          hidden="Azioni"
          choice={ready.total > 0 ? <ChooseAll label="Scegli tutti" /> : undefined}
        />
        <Group name="Pronti" group={ready} rowOf={rowOf} singular="persona" plural="persone" />
        <Group name="Manca qualcosa" group={lacking} rowOf={rowOf} singular="persona" plural="persone" />
        <Group name="Rilasciati" group={valid} rowOf={issuedRowOf} singular="attestato" plural="attestati" />
        <Group
          name="Non più validi"
          group={ended}
          rowOf={issuedRowOf}
          singular="attestato"
          plural="attestati"
        />
      </table>
    </ChosenRows>
  )
}

/**
 * The buttons that preview and issue attestati for the chosen people. The numbers shown are a forecast: a colleague may
 * take them before this form is sent.
 */
function IssueButtons({
  course,
  chosenCount,
  lastNumber: { year, seq },
}: {
  course: string
  chosenCount: number
  lastNumber: CertificateNumber
}) {
  const [first, last] = [seq + 1, seq + chosenCount].map((next) =>
    formatCertificateNumber({ year, seq: next }),
  )
  return (
    <>
      {chosenCount > 0 && (
        <p className="certificate-numbers num">
          {chosenCount === 1 ? `N. ${first}` : `Numeri da ${first} a ${last}`}, data di oggi
        </p>
      )}
      <FileButton
        className="button bulk-outlined bulk-wide"
        name="intent"
        value="preview"
        fileOf={(enrolments) => previewAddress(course, enrolments)}
      >
        {previewWords(chosenCount)}
      </FileButton>
      <Submit className="button" name="intent" value="issue" busy="Rilascio...">
        {chosenCount === 0
          ? 'Rilascia gli attestati'
          : `Rilascia ${formatCount(chosenCount, 'attestato', 'attestati')}`}
      </Submit>
    </>
  )
}

function previewWords(chosenCount: number): string {
  if (chosenCount > PREVIEWED_MOST) return `Anteprima dei primi ${PREVIEWED_MOST}`
  return chosenCount < 2 ? 'Anteprima' : `Anteprima di ${chosenCount}`
}

function Group<Row>({
  name,
  group: { rows, total },
  rowOf,
  singular,
  plural,
}: {
  name: string
  group: CertificateGroup<Row>
  rowOf: (row: Row) => ReactNode
  singular: string
  plural: string
}) {
  if (total === 0) return null
  return (
    <tbody>
      <tr className="certificate-group">
        <th scope="rowgroup" colSpan={COLUMNS.length + 1}>
          {name}{' '}
          <small className="num">
            {formatCount(total, singular, plural)}
            {total > rows.length && `: qui le prime ${rows.length} righe`}
          </small>
        </th>
      </tr>
      {rows.map(rowOf)}
    </tbody>
  )
}

const nameOf = ({ lastName, firstName }: { lastName: string; firstName: string }) =>
  `${lastName} ${firstName}`

/** Whether a person has got no attestato of the course so far, not even one that was revoked. */
const hadNoCertificate = ({ hasCertificate, revokeReason }: CertificateCandidate) =>
  !hasCertificate && revokeReason === null

const isBelowThreshold = ({ lacks }: CertificateCandidate) =>
  lacks.some(({ lack }) => lack === 'below-threshold')

/** A person who may have an attestato, with a box, or who lacks something for it. */
function CandidateRow({
  person,
  course,
  isChosen,
}: {
  person: CertificateCandidate
  course: EditionFacts
  isChosen: boolean
}) {
  const name = nameOf(person)
  const { id, personId, lacks, requirement } = person
  return (
    <tr>
      <td className="certificate-person">
        {lacks.length === 0 && <RowChoice id={id} name={name} of={name} isChosen={isChosen} />}
        <PersonName person={{ ...person, id: personId }} />
      </td>
      <Hours
        attendance={person}
        requirement={requirement}
        isLow={thresholdStateOf(person, requirement) !== 'reached'}
      />
      <td data-label="Attestato">
        <CandidateState person={person} />
      </td>
      <td className="certificate-lack">
        {lacks.length > 0
          ? lacks.map((lack) => <span key={lack.lack}>{lackInWords(lack)}</span>)
          : (earlierCertificateInWords(person) ?? <span className="quiet certificate-nothing">–</span>)}
      </td>
      <td className="certificate-acts">
        <div>
          <LackRemedy person={person} course={course} />
          <CandidateMenu person={person} course={course.id} />
        </div>
      </td>
    </tr>
  )
}

function CandidateState({ person }: { person: CertificateCandidate }) {
  if (isBelowThreshold(person)) return <span className="state state-late">Sotto soglia</span>
  if (person.lacks.length > 0) return <span className="state">Sospeso</span>
  return person.revokeReason === null ? (
    <span className="state state-approved">Pronto</span>
  ) : (
    <span className="state state-ended">{CERTIFICATE_ENDING_LABELS.revoked}</span>
  )
}

/** What the office knows of an attestato that the person had before; null without one. */
function earlierCertificateInWords({ revokeReason, hasCertificate }: CertificateCandidate): string | null {
  if (revokeReason !== null) return `${CERTIFICATE_ENDING_LABELS.revoked}: ${revokeReason}`
  return hasCertificate ? 'Un attestato è già stato consegnato a mano' : null
}

/**
 * A link to the page where the office removes the first lack of a person; a button that sets the state 'Completato'
 * where that is the only lack and may be set now.
 */
function LackRemedy({ person, course }: { person: CertificateCandidate; course: EditionFacts }) {
  const [first, ...others] = person.lacks
  if (!first) return null
  const { words, to } = remedyOf(first, course.id, person)
  const label = `${words}: ${nameOf(person)}`
  const mayComplete = others.length === 0 && mayTakeRosterStep('complete', person.status, course).ok
  if (first.lack !== 'not-completed' || !mayComplete)
    return (
      <Link className="button button-small" to={to} aria-label={label}>
        {words}
      </Link>
    )
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="enrolment" value={person.id} />
      <Submit
        className="button button-small"
        name="intent"
        value="complete"
        busy="Salvo..."
        aria-label={label}
      >
        {words}
      </Submit>
    </Form>
  )
}

function CandidateMenu({ person, course }: { person: CertificateCandidate; course: string }) {
  const phoneLink = firstPhoneLink(person.phone ?? '')
  return (
    <More of={nameOf(person)}>
      {person.lacks.length === 0 ? (
        <a href={previewAddress(course, [person.id])}>Anteprima in PDF</a>
      ) : (
        <>
          <Link to={`${href('/admin/courses/:course/messaggi/nuovo', { course })}?a=${person.id}`}>
            Scrivi
          </Link>
          {phoneLink && <a href={phoneLink}>Chiama</a>}
          {isBelowThreshold(person) && (
            <Link to={`${href('/admin/iscrivi')}?persona=${person.personId}`}>
              Iscrivi a un’altra edizione…
            </Link>
          )}
          <hr />
        </>
      )}
      <Link to={href('/admin/people/:person/dati', { person: person.personId })}>Correggi il nome…</Link>
      <Link to={href('/admin/people/:person', { person: person.personId })}>
        Apri la scheda della persona
      </Link>
    </More>
  )
}

/** The page where the office can remove a lack, and the words of the link to it. */
function remedyOf(
  lack: CertificateLack,
  course: string,
  { personId }: { personId: string },
): { words: string; to: string } {
  switch (lack.lack) {
    case 'no-hours':
      return { words: 'Scrivi le ore', to: `${href('/admin/courses/:course', { course })}#sessions` }
    case 'open-registers': {
      const [first] = lack.lessons
      return first && lack.lessons.length === 1
        ? {
            words: 'Apri il registro',
            to: href('/admin/courses/:course/lezioni/:lesson', { course, lesson: String(first.number) }),
          }
        : { words: 'Vai ai registri', to: href('/admin/courses/:course/lezioni', { course }) }
    }
    case 'below-threshold':
      return { words: 'Guarda le presenze', to: href('/admin/courses/:course/lezioni', { course }) }
    case 'not-completed':
      return { words: 'Segna «Completato»', to: href('/admin/courses/:course/iscritti', { course }) }
    case 'unprintable-name':
      return { words: 'Correggi il nome', to: href('/admin/people/:person/dati', { person: personId }) }
  }
}

/** The attended hours in words, and a gauge of the planned hours with the threshold marked. */
function Hours({
  attendance,
  requirement: { planned, threshold },
  isLow,
}: {
  attendance: Attended
  requirement: AttendanceRequirement
  isLow: boolean
}) {
  return (
    <td data-label="Ore" className={isLow ? 'certificate-hours certificate-hours-low' : 'certificate-hours'}>
      <span className="num">{attendedInWords(attendance) || '–'}</span>
      {planned !== null && attendance.soFar > 0 && (
        <Gauge part={Math.min(1, attendance.attended / planned)} tick={threshold / 100} />
      )}
    </td>
  )
}

function IssuedRow({ certificate }: { certificate: IssuedCertificate }) {
  const { id, personId, email, facts, documentId, ending, endedAt, endReason, code, isUndoable } = certificate
  const name = nameOf(facts)
  const { attended = 0, planned = 0, threshold = 0 } = facts.attendance ?? {}
  const isValid = ending === null
  return (
    <tr>
      <td className="certificate-person">
        <PersonName person={{ ...facts, id: personId, email }} />
      </td>
      <Hours attendance={{ attended, soFar: planned }} requirement={{ planned, threshold }} isLow={false} />
      <td data-label="Attestato">
        <span className={isValid ? 'state state-approved' : 'state state-ended'}>
          {ending ? CERTIFICATE_ENDING_LABELS[ending] : 'Rilasciato'}
        </span>
      </td>
      <td className="certificate-lack">
        <span className="num">
          n. {facts.number}, {formatDate(facts.issuedOn, 'd MMMM yyyy')}
        </span>
        <small>
          {ending === 'void'
            ? 'ritirato prima della consegna: il numero non si usa più'
            : ending
              ? `${formatDate(endedAt, 'd MMMM yyyy')}${endReason ? `: ${endReason}` : ''}`
              : !documentId
                ? 'il file è in preparazione'
                : isUndoable
                  ? 'l’email parte tra poco'
                  : facts.replaces && `sostituisce il n. ${facts.replaces}`}
        </small>
      </td>
      <td className="certificate-acts">
        <div>
          {documentId && (
            <a
              className="button button-small"
              href={personalDocumentAddress(documentId)}
              aria-label={`Apri: ${name}`}
            >
              Apri
            </a>
          )}
          {!isUndoable && (
            <More of={`${name}, n. ${facts.number}`}>
              <Link to={certificatePage(code)}>Pagina di verifica</Link>
              {isValid && (
                <>
                  <Link to={href('/admin/attestati/:certificate/riemetti', { certificate: id })}>
                    Correggi e riemetti…
                  </Link>
                  <hr />
                  <Link
                    className="more-grave"
                    to={href('/admin/attestati/:certificate/revoca', { certificate: id })}
                  >
                    Revoca, con un motivo…
                  </Link>
                </>
              )}
            </More>
          )}
        </div>
      </td>
    </tr>
  )
}
