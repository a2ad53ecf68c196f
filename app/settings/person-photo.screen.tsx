import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { answerForm, answerScript } from '../documents/file-form.server'
import { PhotoDialog } from '../documents/photo/photo-dialog'
import { PORTRAIT_LEAST_IN_WORDS } from '../documents/rules'
import { SitePicture } from '../public/site-picture'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import type { Route } from './+types/person-photo.screen'
import { changeSitePhoto, readSitePhoto } from './photo-dialog.server'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(receivePhoto)]

const listPage = () => href('/admin/impostazioni/squadra')

export function loader({ context, params }: Route.LoaderArgs) {
  return readSitePhoto(adminFrom(context), 'team', params.colleague)
}

export const shouldRevalidate = loadAfterConflict

export async function action(args: Route.ActionArgs) {
  return answerForm(receivePhoto(args))
}

async function receivePhoto({ request, params, context }: Args) {
  return changeSitePhoto(adminFrom(context), request, listPage(), 'team', params.colleague)
}

/** The photograph of a person of the team. */
export default function PersonPhoto({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <PhotoDialog
      title="Foto della persona"
      name={loaderData.name}
      closeTo={listPage()}
      action={href('/admin/impostazioni/squadra/:colleague/foto', params)}
      alt={loaderData.alt}
      path={loaderData.path}
      leastSize={PORTRAIT_LEAST_IN_WORDS}
      example="Anna Neri, sorridente, davanti a una lavagna"
      afterRemoval="Sul sito tornano le iniziali disegnate. I file vengono eliminati."
      result={actionData}
    >
      <SitePicture kind="team" id={params.colleague} sizes="8rem" photos={loaderData.photos} />
    </PhotoDialog>
  )
}
