import { randomUUID } from 'node:crypto'
import { href, Link, useLocation } from 'react-router'
import { isDeletedAccount } from '../../accounts/rules'
import { staffFrom } from '../../accounts/session/session.server'
import { isSeated } from '../../courses/seats.rules'
import { undoPeriodInWords } from '../../enrolments/decision.rules'
import { returnPage } from '../../enrolments/pages.rules'
import { EnrolmentHead } from '../../enrolments/review/enrolment-head'
import { enrolmentById } from '../../enrolments/review/queue.queries.server'
import { decisionToast, undoButton } from '../../enrolments/undo-toast.server'
import { redirectWith } from '../../http/toasts.server'
import { formatBytes, formatFileSize } from '../../italian/file-sizes'
import { officePage } from '../../parsing/office-page.rules'
import { env } from '../../runtime/env.server'
import { readUploads } from '../../storage/uploads.server'
import { QuestionPage } from '../../ui/overlays/question-page'
import { errorToast } from '../../ui/toast'
import { FileForm, useFileProblem } from '../file-form'
import { answerForm, answerScript, type FileOutcome, refusedOutcome } from '../file-form.server'
import {
  ACCEPTED_EXTENSIONS,
  ACCEPTED_IN_WORDS,
  explainDocumentRefusal,
  type FileRefusal,
  MAX_FILE_BYTES,
} from '../rules'
import type { Route } from './+types/give.screen'
import { giveDocument } from './commands.server'
import { personalDocumentById } from './queries.server'
import { kindLabel, PERSONAL_KINDS, personalKindFrom, usualKind } from './rules'

const TITLE = 'Dai un documento'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context' | 'url'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(receiveDocument)]

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const enrolment = await enrolmentById(staffFrom(context), params.enrolment)
  if (!enrolment) throw await redirectWith(pageAfter(url), UNKNOWN_ENROLMENT)
  return {
    enrolment,
    refusal:
      isSeated(enrolment.status) && !isDeletedAccount(enrolment.person.email) ? undefined : NO_RECIPIENT,
    back: returnPage(url, enrolment.course.id),
    undoMinutes: env.undoMinutes,
    key: randomUUID(),
  }
}
const UNKNOWN_ENROLMENT = errorToast(explainDocumentRefusal({ refusal: 'unknown-enrolment' }))
/** The page that a form about an unknown enrolment leads back to. */
const pageAfter = (url: URL) => officePage(url.searchParams.get('torna') ?? href('/admin/decisioni'))
/** The person has no seat, or the account is deleted. */
const NO_RECIPIENT = 'Un documento si dà a chi ha un posto nel corso'

export async function action(args: Route.ActionArgs) {
  return answerForm(receiveDocument(args))
}

async function receiveDocument({ request, params, context, url }: Args): Promise<FileOutcome> {
  const staff = staffFrom(context)
  const { fields, files, problem } = await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES })
  const [kind, key] = [personalKindFrom(String(fields.get('kind') ?? '')), String(fields.get('key') ?? '')]
  const refused = (refusal: FileRefusal) => ({ ...refusedOutcome(refusal), kind })
  const enrolment = await enrolmentById(staff, params.enrolment)
  if (!enrolment) return { location: pageAfter(url), toast: UNKNOWN_ENROLMENT }
  if (problem) return refused(problem)
  const [file] = files
  if (!file) return refused('no-file')
  const back = returnPage(url, enrolment.course.id)
  const outcome = await giveDocument(staff, enrolment.id, file, { key, kind })
  if (outcome.ok)
    return {
      location: back,
      toast: decisionToast('Documento consegnato', outcome, back, enrolment),
    }
  // The form was sent twice, or the answer to it was lost.
  if (outcome.refusal === 'already-given') {
    const document = await personalDocumentById(staff, key)
    const restoring = document?.openDecision && undoButton(document.openDecision, back)
    const title = `${TITLE}: ${explainDocumentRefusal(outcome)}`
    return {
      location: back,
      toast: { tone: 'neutral', title, description: document?.fileName ?? '', ...restoring },
    }
  }
  return outcome.refusal === 'unknown-enrolment'
    ? { location: back, toast: UNKNOWN_ENROLMENT }
    : refused(outcome.refusal)
}

export default function GiveDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { enrolment, refusal, back, undoMinutes, key } = loaderData
  const { pathname, search } = useLocation()
  const [problem, setProblem] = useFileProblem(actionData)
  return (
    <QuestionPage
      title={TITLE}
      back={back}
      about={<EnrolmentHead enrolment={enrolment} />}
      result={problem && { ...problem, toasts: [problem.toast] }}
      refusal={refusal}
    >
      <FileForm
        action={pathname + search}
        label="File"
        accept={ACCEPTED_EXTENSIONS}
        hint={`${ACCEPTED_IN_WORDS}. Al massimo ${formatBytes(MAX_FILE_BYTES)}.`}
        formatSize={formatFileSize}
        submitLabel="Consegna"
        problem={problem}
        onProblem={setProblem}
      >
        <p>
          Lo leggono soltanto {enrolment.person.firstName} {enrolment.person.lastName}, dalla sua area
          personale, e la segreteria. Un’email lo annuncia{undoPeriodInWords(undoMinutes)}.
        </p>
        <input type="hidden" name="key" value={key} />
        <div className="field">
          <label htmlFor="kind">Che cos’è</label>
          <select
            className="input"
            id="kind"
            name="kind"
            defaultValue={problem?.kind ?? usualKind(enrolment.status)}
          >
            {PERSONAL_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kindLabel(kind)}
              </option>
            ))}
          </select>
        </div>
      </FileForm>
      <p>
        <Link className="link" to={back}>
          Torna indietro
        </Link>
      </p>
    </QuestionPage>
  )
}
