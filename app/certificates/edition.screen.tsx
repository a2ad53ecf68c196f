import { data, href, redirect } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey, courseFrom, courseOr404 } from '../courses/office.queries.server'
import { hasBegun, isAtOwnPace, isYetToBegin } from '../courses/rules'
import { courseTablePage } from '../courses/table/rules'
import { thresholdInWords } from '../enrolments/attendance/rules'
import { answerButton } from '../enrolments/review/form-actions.server'
import { ENROLMENTS_AT_ONCE } from '../enrolments/rules'
import { decisionToast } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { today } from '../runtime/clock'
import { EmptyState } from '../ui/empty-state'
import { hasErrors } from '../ui/forms/error-summary'
import { Icon, IconDrawing } from '../ui/icon'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/edition.screen'
import { type CertificateCandidate, certificateCandidates } from './candidates.queries.server'
import { type CertificateGroup, CertificateTable, previewAddress } from './certificate-table'
import { issueCertificates } from './commands.server'
import { certificatesIn, lastNumberOfYear } from './queries.server'
import { explainCertificateRefusal } from './rules'
import './edition.css'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOr404(courseFrom(context, params.course), courseTablePage(url.search))
  const [candidates, certificates, lastNumber] = await Promise.all([
    certificateCandidates(staff, course),
    certificatesIn(staff, course.id),
    lastNumberOfYear(staff),
  ])
  const people = candidates.filter(({ hasIssuedCertificate }) => !hasIssuedCertificate)
  const isReady = ({ lacks }: CertificateCandidate) => lacks.length === 0
  const [firstCandidate] = candidates
  return {
    course: {
      id: course.id,
      title: course.title,
      isAtOwnPace: isAtOwnPace(course),
      hasBegun: hasBegun(course, today()),
      isYetToBegin: isYetToBegin(course, today()),
    },
    hasPeople: candidates.length > 0,
    requirement: firstCandidate?.requirement,
    ready: groupOf(people.filter(isReady)),
    lacking: groupOf(people.filter((person) => !isReady(person))),
    valid: groupOf(certificates.filter(({ ending }) => ending === null)),
    ended: groupOf(certificates.filter(({ ending }) => ending !== null)),
    lastNumber,
  }
}

/** A group of the table, cut to as many rows as one decision can issue. */
const groupOf = <Row,>(rows: Row[]): CertificateGroup<Row> => ({
  rows: rows.slice(0, ENROLMENTS_AT_ONCE),
  total: rows.length,
})

const FAILED = 'Impossibile rilasciare gli attestati'

/** By `intent`: marks one person 'Completato', or previews or issues the attestati of the chosen people. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const page = href('/admin/courses/:course/attestati', { course: params.course })
  const intent = form.get('intent')
  if (intent === 'complete') return answerButton(staff, request, form, () => page)
  const chosen = form.getAll('chosen').map(String)
  if (chosen.length === 0) return redirectWith(page, errorToast('Scegli almeno una persona'))
  if (intent === 'preview') return redirect(previewAddress(params.course, chosen))
  const answer = async () => {
    const course = await courseByKey(staff, params.course)
    if (!course) throw data(null, { status: 404 })
    const { decision, numbers, refused } = await issueCertificates(staff, course.id, chosen)
    const refusals = refused.map((person) => `${person.name}: ${explainCertificateRefusal(person)}`)
    if (!decision) return redirectWith(page, errorToast([FAILED, ...refusals].join('. ')))
    const title = formatCount(numbers.length, 'attestato rilasciato', 'attestati rilasciati')
    const toast = decisionToast(title, { ok: true, decision }, page)
    return redirectWith(page, { ...toast, description: [numbersInWords(numbers), ...refusals].join('. ') })
  }
  return withErrorToast(FAILED, answer, { chosenIds: chosen })
}

/** Consecutive numbers in words: 'N. 2027/0012', 'Dal n. 2027/0012 al n. 2027/0018'. */
function numbersInWords(numbers: readonly string[]): string {
  const [first, last] = [numbers.at(0), numbers.at(-1)]
  return first === last ? `N. ${first}` : `Dal n. ${first} al n. ${last}`
}

const EYE =
  'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 12.3a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6z'

export default function EditionCertificates({ loaderData, actionData }: Route.ComponentProps) {
  const { course, hasPeople, requirement, ready, lacking, valid, ended, lastNumber } = loaderData
  const result: { toasts?: Toast[]; chosenIds?: string[] } | undefined = actionData
  return (
    <section className="certificates" aria-labelledby="attestati">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`Attestati: ${course.title}`} noindex error={hasErrors(result)} />
      <div className="admin-head">
        <div>
          <h3 id="attestati">Chi ne ha diritto</h3>
          <p className="quiet">
            {course.isAtOwnPace
              ? 'Il corso si segue quando si vuole: serve l’iscrizione segnata «Completato».'
              : `${requirement ? `${thresholdInWords(requirement)}. ` : ''}Servono i registri chiusi e l’iscrizione segnata «Completato».`}{' '}
            Il pagamento non blocca l’attestato.
          </p>
        </div>
        <div className="actions">
          {hasPeople && (
            <a className="button" href={previewAddress(course.id)}>
              <IconDrawing path={EYE} /> Vedi il modello
            </a>
          )}
          <a className="button" href={href('/admin/courses/:course/fascicolo.zip', { course: course.id })}>
            <Icon name="down" /> Fascicolo del corso
          </a>
        </div>
      </div>
      {[ready, lacking, valid, ended].every(({ total }) => total === 0) ? (
        <EmptyState title="Nessun utente iscritto" />
      ) : (
        <CertificateTable
          course={course}
          ready={ready}
          lacking={lacking}
          valid={valid}
          ended={ended}
          lastNumber={lastNumber}
          chosenIds={result?.chosenIds}
        />
      )}
    </section>
  )
}
