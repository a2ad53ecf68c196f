import { data, href } from 'react-router'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { isExamplePerson } from '../content/settings.rules'
import { answerForm, answerScript, refuseOnFault } from '../documents/file-form.server'
import { PhotoDialog } from '../documents/photo/photo-dialog'
import { PORTRAIT_LEAST_IN_WORDS } from '../documents/rules'
import { SitePicture } from '../public/site-picture'
import type { Route } from './+types/person-photo.screen'
import { changeSitePhoto, readSitePhoto } from './photo-dialog.server'
import { readGroup } from './queries.server'

type Args = Pick<Route.ActionArgs, 'request' | 'params' | 'context'>

export const middleware: Route.MiddlewareFunction[] = [answerScript(receivePhoto)]

const listPage = () => href('/admin/impostazioni/squadra')

export async function loader({ context, params }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  return readSitePhoto(admin, await subjectOf(admin, params.colleague))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  adminFrom(context)
  return answerForm(await receivePhoto({ request, params, context }))
}

async function receivePhoto({ request, params, context }: Args) {
  const admin = adminFrom(context)
  const subject = await subjectOf(admin, params.colleague)
  return refuseOnFault(changeSitePhoto(admin, request, listPage(), subject))
}

async function subjectOf(admin: Admin, id: string) {
  const { value } = await readGroup(admin, 'team')
  const person = value.find((item) => item.id === id)
  if (!person || isExamplePerson(person)) throw data(null, { status: 404 })
  return { kind: 'team' as const, id, name: person.name }
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
      leastSize={PORTRAIT_LEAST_IN_WORDS}
      example="Anna Neri, sorridente, davanti a una lavagna"
      afterRemoval="Sul sito tornano le iniziali disegnate. I file vengono eliminati."
      result={actionData}
    >
      <SitePicture kind="team" id={params.colleague} sizes="8rem" photos={loaderData.photos} />
    </PhotoDialog>
  )
}
