import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { answerForm, answerScript } from '../documents/file-form.server'
import { PhotoDialog } from '../documents/photo/photo-dialog'
import { PHOTO_LEAST_IN_WORDS } from '../documents/rules'
import { SitePicture } from '../public/site-picture'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import type { Route } from './+types/office-photo.screen'
import { changeSitePhoto, readSitePhoto } from './photo-dialog.server'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(receivePhoto)]

const listPage = () => href('/admin/impostazioni/sedi')

export function loader({ context, params }: Route.LoaderArgs) {
  return readSitePhoto(adminFrom(context), 'office', params.office)
}

export const shouldRevalidate = loadAfterConflict

export async function action(args: Route.ActionArgs) {
  return answerForm(receivePhoto(args))
}

async function receivePhoto({ request, params, context }: Args) {
  return changeSitePhoto(adminFrom(context), request, listPage(), 'office', params.office)
}

/** The photograph of an office. */
export default function OfficePhoto({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <PhotoDialog
      title="Foto della sede"
      name={loaderData.name}
      closeTo={listPage()}
      action={href('/admin/impostazioni/sedi/:office/foto', params)}
      alt={loaderData.alt}
      path={loaderData.path}
      leastSize={PHOTO_LEAST_IN_WORDS}
      example="Un portone di travertino su una piazza"
      afterRemoval="La sede resta senza foto. I file vengono eliminati."
      result={actionData}
    >
      <SitePicture kind="office" id={params.office} sizes="8rem" photos={loaderData.photos} />
    </PhotoDialog>
  )
}
