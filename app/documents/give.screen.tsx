import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data, Link, useLocation } from 'react-router'
import { adminFrom } from '../accounts/session.server'
import { DecisionPage } from '../enrolments/admin/decision-page'
import { enrolmentById } from '../enrolments/admin/enrolment.queries.server'
import { EnrolmentHead } from '../enrolments/admin/enrolment-head'
import { backFrom, heldFor } from '../enrolments/admin/rules'
import { decidedToast } from '../enrolments/admin/undo-toast'
import { SEATED } from '../enrolments/rules'
import { env } from '../runtime/env.server'
import { readUploads } from '../storage/uploads.server'
import type { Route } from './+types/give.screen'
import { FileForm, type FileRefused } from './file-form'
import { answerForm, answerScript, type FileOutcome, receiveFile, refusedFile } from './file-form.server'
import { giveDocument } from './personal.commands.server'
import { kindLabel, PERSONAL_KINDS, personalKindFrom, usualKind } from './personal.rules'
import { ACCEPTED, explain, fileSize, MAX_FILE_BYTES } from './rules'

const TITLE = 'Dai un documento'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context' | 'url'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(receive)]

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const enrolment = await enrolmentById(adminFrom(context), params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  return {
    enrolment,
    refusal: SEATED.includes(enrolment.status) ? undefined : NO_SEAT,
    back: backFrom(url, enrolment.course.id),
    minutes: env.undoMinutes,
    key: randomUUID(),
  }
}
const NO_SEAT = 'Un documento si dà a chi ha un posto nel corso'

export async function action(args: Route.ActionArgs) {
  return answerForm(await receive(args))
}

function receive(args: Args): Promise<FileOutcome> {
  return receiveFile(give(args))
}

async function give({ request, params, context, url }: Args): Promise<FileOutcome> {
  const admin = adminFrom(context)
  const { fields, files, problem } = await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES })
  const enrolment = await enrolmentById(admin, params.enrolment)
  if (!enrolment) throw data(null, { status: 404 })
  if (problem) return refusedFile(problem)
  const [file] = files
  if (!file) return refusedFile('no-file')
  const back = backFrom(url, enrolment.course.id)
  const kind = personalKindFrom(String(fields.get('kind') ?? ''))
  const given = await giveDocument(admin, enrolment.id, file, { key: String(fields.get('key') ?? ''), kind })
  if (given.ok)
    return {
      location: back,
      toast: decidedToast('Documento consegnato', given, back, enrolment),
    }
  // The form was sent twice.
  if (given.refusal === 'given')
    return { location: back, toast: { tone: 'neutral', title: `${TITLE}: ${explain(given)}` } }
  return refusedFile(given.refusal)
}

export default function GiveDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { enrolment, refusal, back, minutes, key } = loaderData
  const { pathname, search } = useLocation()
  const [problem, setProblem] = useState<FileRefused | undefined>(actionData)
  return (
    <DecisionPage
      title={TITLE}
      about={<EnrolmentHead enrolment={enrolment} />}
      answer={problem && { ...problem, toasts: [problem.toast] }}
      refusal={refusal}
    >
      <FileForm
        action={pathname + search}
        label="File"
        accept={ACCEPTED}
        hint="PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG, testo o CSV. Al massimo 10 MB."
        sizeOf={fileSize}
        send="Consegna"
        problem={problem}
        onProblem={setProblem}
      >
        <p>
          Lo leggono soltanto {enrolment.person.firstName} {enrolment.person.lastName}, dalla sua area
          personale, e la segreteria. Un’email lo annuncia{heldFor(minutes)}.
        </p>
        <input type="hidden" name="key" value={key} />
        <div className="field">
          <label htmlFor="kind">Che cos’è</label>
          <select className="input" id="kind" name="kind" defaultValue={usualKind(enrolment.status)}>
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
    </DecisionPage>
  )
}
