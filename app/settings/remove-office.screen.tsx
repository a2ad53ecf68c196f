import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { Route } from './+types/remove-office.screen'
import { answerRemoval, itemOr404 } from './list.server'
import { removePersonOrOffice } from './photo.commands.server'
import { readGroup } from './queries.server'
import { RemovalDialog } from './removal-dialog'

const listPage = () => href('/admin/impostazioni/sedi')

export async function loader({ context, params }: Route.LoaderArgs) {
  const { value, version } = await readGroup(adminFrom(context), 'offices')
  const office = itemOr404(value, params.office)
  return { office, version, isLast: value.length === 1 }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const admin = adminFrom(context)
  return answerRemoval(request, listPage(), (version) =>
    removePersonOrOffice(admin, 'office', params.office, version),
  )
}

export default function RemoveOffice({ loaderData }: Route.ComponentProps) {
  const { office, version, isLast } = loaderData
  return (
    <RemovalDialog
      title="Eliminare la sede?"
      closeTo={listPage()}
      version={version}
      refusal={isLast ? 'È l’unica sede: prima aggiungine un’altra.' : undefined}
    >
      <p>
        La sede di {office.city}, {office.street}, sparisce dal sito, dalle email e dai motori di ricerca; le
        chiusure soltanto sue non valgono più. I corsi che vi si tengono non cambiano. Nell’elenco si può
        ripristinare; un’eventuale foto va caricata di nuovo.
      </p>
    </RemovalDialog>
  )
}
