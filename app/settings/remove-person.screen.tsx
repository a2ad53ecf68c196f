import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { photoId } from '../site/photos.rules'
import { siteSettings } from '../site/settings'
import type { Route } from './+types/remove-person.screen'
import { answerRemoval, itemOr404 } from './list.server'
import { removePersonOrOffice } from './photo.commands.server'
import { readGroup } from './queries.server'
import { RemovalDialog } from './removal-dialog'

const listPage = () => href('/admin/impostazioni/squadra')

export async function loader({ context, params }: Route.LoaderArgs) {
  const { value, version } = await readGroup(adminFrom(context), 'team')
  const person = itemOr404(value, params.colleague)
  const hasPhoto = siteSettings().photos.some(({ id }) => id === photoId('team', person.id))
  return { name: person.name, hasPhoto, version }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return answerRemoval(request, listPage(), (version) =>
    removePersonOrOffice(admin, 'team', params.colleague, version),
  )
}

export default function RemovePerson({
  loaderData: { name, hasPhoto, version },
  params,
}: Route.ComponentProps) {
  return (
    <RemovalDialog
      title="Eliminare questa persona?"
      closeTo={listPage()}
      action={href('/admin/impostazioni/squadra/:colleague/elimina', params)}
      version={version}
    >
      <p>
        {name} non sta più in «Chi siamo», e le pagine dei corsi non portano più lì. Nell’elenco si può
        ripristinare{hasPhoto && ', ma senza la foto: i suoi file vengono eliminati'}.
      </p>
    </RemovalDialog>
  )
}
