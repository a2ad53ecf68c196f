import { data, href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { CoursePhoto } from '../../courses/covers/photo'
import { courseByKey, courseFrom, courseOr404 } from '../../courses/office.queries.server'
import { readUploads } from '../../storage/uploads.server'
import { editionLine, withEdition } from '../../ui/edition'
import { loadAfterConflict } from '../../ui/forms/load-after-conflict'
import { answerForm, answerScript, type FileOutcome } from '../file-form.server'
import { MAX_FILE_BYTES, PHOTO_LEAST_IN_WORDS } from '../rules'
import type { Route } from './+types/photo.screen'
import { describePhoto, publishPhoto, removePhoto } from './commands.server'
import { changePhotoByForm, type PhotoCommands } from './form.server'
import { PhotoDialog } from './photo-dialog'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(changePhoto)]

const pageOf = ({ course }: { course: string }) => href('/admin/courses/:course/documenti', { course })

export async function loader({ params, context }: Route.LoaderArgs) {
  const course = await courseOr404(courseFrom(context, params.course), pageOf(params))
  if (course.archivedAt) throw data(null, { status: 404 })
  const { title, slug, startDate, place, photoPath, photoAlt } = course
  return { title, slug, startDate, place, photoPath, photoAlt }
}

export const shouldRevalidate = loadAfterConflict

export async function action(args: Route.ActionArgs) {
  return answerForm(changePhoto(args))
}

async function changePhoto({ request, params, context }: Args): Promise<FileOutcome> {
  const staff = staffFrom(context)
  const uploads = await readUploads(request, { maxFiles: 1, maxFileSize: MAX_FILE_BYTES })
  const course = await courseByKey(staff, params.course)
  if (!course) throw data(null, { status: 404 })
  const { id } = course
  const commands: PhotoCommands = {
    publish: (file, alt, shown) => publishPhoto(staff, id, file, alt, shown),
    changeAlt: (alt, shown) => describePhoto(staff, id, alt, shown),
    remove: (shown) => removePhoto(staff, id, shown),
  }
  return changePhotoByForm(uploads, commands, (title) => ({
    location: pageOf(params),
    toast: { tone: 'success', title, description: withEdition(course) },
  }))
}

/** The photograph of a course: its file, what it shows in words, and its removal. */
export default function Photo({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, photoPath, photoAlt } = loaderData
  return (
    <PhotoDialog
      title="Foto del corso"
      name={title}
      detail={editionLine(loaderData)}
      closeTo={pageOf(params)}
      action={href('/admin/courses/:course/documenti/foto', params)}
      alt={photoPath && (photoAlt ?? '')}
      path={photoPath}
      leastSize={PHOTO_LEAST_IN_WORDS}
      example="Un’aula con dodici persone attorno a un tavolo"
      afterRemoval="Sul sito torna la copertina disegnata e i file vengono eliminati."
      result={actionData}
    >
      <CoursePhoto course={loaderData} sizes="8rem" />
    </PhotoDialog>
  )
}
