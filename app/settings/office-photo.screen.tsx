import { data, href } from 'react-router'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { answerForm, answerScript, refuseOnFault } from '../documents/file-form.server'
import { PhotoDialog } from '../documents/photo/photo-dialog'
import { PHOTO_LEAST_IN_WORDS } from '../documents/rules'
import { SitePicture } from '../public/site-picture'
import type { Route } from './+types/office-photo.screen'
import { changeSitePhoto, readSitePhoto } from './photo-dialog.server'
import { readGroup } from './queries.server'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(receivePhoto)]

const listPage = () => href('/admin/impostazioni/sedi')

export async function loader({ context, params }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  return readSitePhoto(admin, await subjectOf(admin, params.office))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  adminFrom(context)
  return answerForm(await receivePhoto({ request, params, context }))
}

async function receivePhoto({ request, params, context }: Args) {
  const admin = adminFrom(context)
  const subject = await subjectOf(admin, params.office)
  return refuseOnFault(changeSitePhoto(admin, request, listPage(), subject))
}

async function subjectOf(admin: Admin, id: string) {
  const { value } = await readGroup(admin, 'offices')
  const office = value.find((item) => item.id === id)
  if (!office) throw data(null, { status: 404 })
  return { kind: 'office' as const, id, name: office.city }
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
      leastSize={PHOTO_LEAST_IN_WORDS}
      example="Un portone di travertino su una piazza"
      afterRemoval="La sede resta senza foto. I file vengono eliminati."
      result={actionData}
    >
      <SitePicture kind="office" id={params.office} sizes="8rem" photos={loaderData.photos} />
    </PhotoDialog>
  )
}
