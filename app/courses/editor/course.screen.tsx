import { randomUUID } from 'node:crypto'
import { data, Link, useLocation } from 'react-router'
import type { Admin } from '../../accounts/rules'
import { adminFrom } from '../../accounts/session.server'
import { themeName } from '../../content/themes'
import { NO_ANSWER, orRedirect } from '../../http/faults.server'
import { redirectWith } from '../../http/flash.server'
import { readForm } from '../../http/form.server'
import { spanOf } from '../../parsing/sessions.rules'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { log } from '../../runtime/log.server'
import { Icon } from '../../ui/icon'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast, Toasts } from '../../ui/toast'
import { pageBelow } from '../admin/rules'
import type { CourseFacts } from '../queries.server'
import { isConcluded } from '../rules'
import type { Route } from './+types/course.screen'
import { createCourse, updateCourse } from './commands.server'
import { type Conflict, ConflictNotice } from './conflict-notice'
import { CourseForm, TO_CONFIRM } from './course-form'
import type { Sending } from './draft'
import { mergeCourse } from './merge.rules'
import { courseByKey, lastChangeOf } from './queries.server'
import { type CourseRefusal, explain } from './refusals.rules'
import {
  baseFrom,
  type CourseErrors,
  type CourseTyped,
  courseTextFrom,
  nextEdition,
  readCourse,
  writeCourse,
} from './rules'
import { unconfirmed, warningsOf } from './warnings.rules'

const NEW = 'new'

/** A new course has its id in the form, so a repeated form creates one course. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const page = pageBelow(url.search)
  if (params.course === NEW) {
    const from = url.searchParams.get('da')
    const original = from ? await findCourse(admin, from, page) : undefined
    const text = original ? nextEdition(writeCourse(original)) : courseTextFrom(new FormData())
    return {
      id: randomUUID(),
      isNew: true,
      version: 0,
      base: text,
      text,
      pdf: null,
      original: original?.title,
    }
  }
  const course = await findCourse(admin, params.course, page)
  const { id, version, pdfFilePath } = course
  const text = writeCourse(course)
  return { id, isNew: false, version, base: text, text, pdf: pdfFilePath }
}

async function findCourse(admin: Admin, key: string, page: string): Promise<CourseFacts> {
  const course = await orRedirect(page, NOT_LOADED, courseByKey(admin, key))
  if (course && !course.archivedAt) return course
  const why = explain({ refusal: course ? 'archived' : 'unknown' })
  throw await redirectWith(page, errorToast(`${NOT_LOADED}: ${why}`))
}
const NOT_LOADED = 'Impossibile caricare il corso'

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const isNew = params.course === NEW
  const text = courseTextFrom(form)
  const confirmed = form.getAll('confirmed').map(String)
  const [id, version, base] = [
    String(form.get('id')),
    Number(form.get('version')),
    baseFrom(form.get('base')),
  ]
  if (!isId(id) || !isVersion(version) || !base) throw data(null, { status: 400 })
  const sent: Sent = { id, version, base, text, confirmed }

  const { course, errors } = readCourse(text)
  if (text.theme && !themeName(text.theme)) errors.theme = 'Scegli un tema dell’elenco'
  if (form.get('intent') === 'preview') return data<Answer>({ ...sent, preview: course })
  if (Object.keys(errors).length > 0) return data<Answer>({ ...sent, errors }, { status: 400 })
  try {
    const stored = isNew ? undefined : await courseByKey(admin, sent.id)
    const told = stored ? warningsOf(stored, today()) : {}
    const warnings = unconfirmed(warningsOf(course, today()), told, confirmed)
    const asked = Object.values(warnings)
    if (asked.length > 0)
      return data<Answer>({ ...sent, warnings, confirmed: [...confirmed, ...asked] }, { status: 400 })
    const saved = await save(admin, isNew, sent, course)
    if (saved.ok) return redirectWith(pageBelow(url.search), savedToast(isNew, course))
    return data(await refused(admin, isNew, sent, saved.refusal), { status: 409 })
  } catch (fault) {
    log.error({ err: fault }, 'course not saved')
    const problem = impossible(isNew, NO_ANSWER)
    return data<Answer>({ ...sent, problem }, { status: 503 })
  }
}

/** `confirmed`: warnings that the next submission confirms. */
type Sent = Sending & { confirmed: string[] }
type Answer = Sent & {
  errors?: CourseErrors
  warnings?: CourseErrors
  problem?: string
  preview?: CourseTyped
  conflict?: Conflict
}

/** A 32-bit integer. */
const isVersion = (version: number) => Number.isInteger(version) && version >= 0 && version < 2 ** 31

/** A repeated form of a new course becomes a change of it. */
async function save(admin: Admin, isNew: boolean, { id, version, text }: Sent, course: CourseTyped) {
  const address = text.slug.trim()
  if (!isNew) return updateCourse(admin, id, course, { version, address })
  const created = await createCourse(admin, course, { id, address })
  const again = !created.ok && created.refusal === 'exists'
  return again ? updateCourse(admin, id, course, { version, address }) : created
}

async function refused(admin: Admin, isNew: boolean, sent: Sent, refusal: CourseRefusal): Promise<Answer> {
  if (refusal === 'taken') return { ...sent, errors: { slug: 'Questo indirizzo è già di un altro corso' } }
  const current = refusal === 'stale' ? await courseByKey(admin, sent.id) : undefined
  if (!current) return { ...sent, problem: impossible(isNew, explain({ refusal })) }

  const last = await lastChangeOf(admin, sent.id)
  const theirs = writeCourse(current)
  const { text, changedByThem, both } = mergeCourse(sent.base, theirs, sent.text)
  const fields = changedByThem.map((field) => ({
    field,
    was: sent.base[field],
    is: theirs[field],
    both: both.includes(field),
  }))
  return {
    ...sent,
    version: current.version,
    base: theirs,
    text,
    problem: impossible(isNew, explain({ refusal })),
    conflict: { by: last?.by ?? null, at: last?.at ?? current.updatedAt, fields },
  }
}

function impossible(isNew: boolean, why: string): string {
  return `Impossibile ${isNew ? 'creare' : 'aggiornare'} il corso: ${why}`
}

function savedToast(isNew: boolean, { title, comingSoon, sessions }: CourseTyped): Toast {
  const listed = comingSoon ? 'è tra i corsi in arrivo' : 'è nel catalogo'
  const where = isConcluded(spanOf(sessions), today()) ? 'è già concluso: non è nel catalogo' : listed
  return {
    tone: 'success',
    title: `Corso ${isNew ? 'creato' : 'aggiornato'}${comingSoon ? ' (in arrivo)' : ''}`,
    description: `«${title}» ${where}.`,
  }
}

export default function CourseScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, pdf, original } = loaderData
  const { search } = useLocation()
  const title = isNew ? 'Nuovo Corso' : 'Modifica Corso'
  const shown = actionData ?? loaderData
  const wrong = actionData?.errors
    ? { title: 'Errore di validazione', description: 'Controlla i campi evidenziati in rosso' }
    : actionData?.warnings
      ? { title: 'Non ancora salvato', description: TO_CONFIRM }
      : actionData?.problem && { title: 'Errore', description: actionData.problem }
  return (
    <section className="admin-row" aria-labelledby="modulo">
      {wrong && <Toasts toasts={[{ tone: 'destructive', ...wrong }]} />}
      <PageHead title={title} noindex error={Boolean(wrong)} />
      <div className="admin-head">
        <h2 id="modulo">{title}</h2>
        <Link className="link" to={pageBelow(search)}>
          <Icon name="left" /> Indietro
        </Link>
      </div>
      {original && (
        <div className="notice">
          <p>
            I campi vengono da «{original}», senza indirizzo, date e PDF.{' '}
            <b>Non è ancora stato salvato nulla.</b>
          </p>
        </div>
      )}
      {actionData?.conflict && <ConflictNotice conflict={actionData.conflict} />}
      <CourseForm
        key={`${isNew ? NEW : shown.id} ${shown.version} ${actionData?.conflict ? 'merged' : ''}`}
        isNew={isNew}
        start={shown}
        stored={loaderData.text}
        answer={actionData}
        pdf={pdf}
      />
    </section>
  )
}
