import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { Route } from './+types/remove-person.screen'
import { answerRemoval, itemOr404 } from './list.server'
import { removePersonOrOffice } from './photo.commands.server'
import { readGroup } from './queries.server'
import { RemovalDialog } from './removal-dialog'

const listPage = () => href('/admin/impostazioni/squadra')

export async function loader({ context, params }: Route.LoaderArgs) {
  const { value, version } = await readGroup(adminFrom(context), 'team')
  return { name: itemOr404(value, params.colleague).name, version }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return answerRemoval(request, listPage(), (version) =>
    removePersonOrOffice(admin, 'team', params.colleague, version),
  )
}

export default function RemovePerson({ loaderData: { name, version } }: Route.ComponentProps) {
  return (
    <RemovalDialog title="Eliminare questa persona?" closeTo={listPage()} version={version}>
      <p>
        {name} non sta più in «Chi siamo», e le pagine dei corsi non portano più lì. Nell’elenco si può
        ripristinare; un’eventuale foto va caricata di nuovo.
      </p>
    </RemovalDialog>
  )
}
