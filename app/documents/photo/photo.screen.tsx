import { data, href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { CoursePhoto } from '../../courses/covers/photo'
import { courseByKey, courseFrom } from '../../courses/office.queries.server'
import { readOrRedirect } from '../../http/toasts.server'
import { formatBytes, formatMegabytes } from '../../italian/file-sizes'
import { readUploads } from '../../storage/uploads.server'
import { editionLine, withEdition } from '../../ui/edition'
import { Field } from '../../ui/forms/field'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { FileForm, useFileProblem } from '../file-form'
import { answerForm, answerScript, type FileOutcome, refuseOnFault } from '../file-form.server'
import { ALT_LIMIT, MAX_FILE_BYTES, PHOTO_LEAST_IN_WORDS } from '../rules'
import type { Route } from './+types/photo.screen'
import { describePhoto, publishPhoto, removePhoto } from './commands.server'
import { changePhotoByForm, type PhotoCommands } from './form.server'
import '../course/documents.css'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(receive)]

const pageOf = ({ course }: { course: string }) => href('/admin/courses/:course/documenti', { course })

export async function loader({ params, context }: Route.LoaderArgs) {
  const finding = courseFrom(context, params.course)
  const course = await readOrRedirect(pageOf(params), 'Impossibile caricare il corso', finding)
  if (!course || course.archivedAt) throw data(null, { status: 404 })
  const { title, slug, startDate, place, photoPath, photoAlt } = course
  return { title, slug, startDate, place, photoPath, photoAlt }
}

export async function action(args: Route.ActionArgs) {
  return answerForm(await receive(args))
}

function receive(args: Args): Promise<FileOutcome> {
  return refuseOnFault(changePhoto(args))
}

async function changePhoto({ request, params, context }: Args): Promise<FileOutcome> {
  const staff = staffFrom(context)
  const uploads = await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES })
  const course = await courseByKey(staff, params.course)
  if (!course) throw data(null, { status: 404 })
  const { id } = course
  const commands: PhotoCommands = {
    publish: (file, alt) => publishPhoto(staff, id, file, alt),
    changeAlt: (alt) => describePhoto(staff, id, alt),
    remove: () => removePhoto(staff, id),
  }
  return changePhotoByForm(uploads, commands, (title) => ({
    location: pageOf(params),
    toast: { tone: 'success', title, description: withEdition(course) },
  }))
}

/** The photograph of a course: its file, what it shows in words, and its removal. */
export default function Photo({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, photoPath, photoAlt } = loaderData
  const [problem, setProblem] = useFileProblem(actionData)
  const address = href('/admin/courses/:course/documenti/foto', params)
  return (
    <Dialog title="Foto del corso" closeTo={pageOf(params)} toasts={problem ? [problem.toast] : []}>
      <PageHead title={`Foto: ${title}`} noindex error={problem !== undefined} />
      <div className="form">
        <p>
          <b>{title}</b>
          <br />
          <span className="quiet">{editionLine(loaderData)}</span>
        </p>
        {photoPath && (
          <div className="current-file">
            <div className="photo-small">
              <CoursePhoto course={loaderData} sizes="8rem" />
            </div>
            <details>
              <summary>Rimuovi</summary>
              <Form method="post" action={address} className="form" preventScrollReset>
                <p>
                  Sul sito torna la copertina disegnata e i file vengono eliminati. Non si può ripristinare.
                </p>
                <div className="actions">
                  <Submit name="intent" value="remove" busy="Rimozione...">
                    Rimuovi foto
                  </Submit>
                </div>
              </Form>
            </details>
          </div>
        )}
        <FileForm
          action={address}
          label={photoPath ? 'Un’altra foto (facoltativa)' : 'File JPG, PNG o WebP'}
          accept="image/jpeg,image/png,image/webp"
          hint={`Almeno ${PHOTO_LEAST_IN_WORDS}, al massimo ${formatBytes(MAX_FILE_BYTES)}.`}
          formatSize={formatMegabytes}
          submitLabel={photoPath ? 'Salva' : 'Carica foto'}
          problem={problem}
          onProblem={setProblem}
        >
          <Field
            label="Che cosa mostra"
            name="alt"
            maxLength={ALT_LIMIT}
            defaultValue={problem?.alt ?? photoAlt ?? ''}
            error={problem?.errors.alt}
            hint="Una frase, per chi non vede la foto: «Un’aula con dodici persone attorno a un tavolo»."
          />
        </FileForm>
      </div>
    </Dialog>
  )
}
