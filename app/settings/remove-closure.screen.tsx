import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { OfficeHours } from '../content/settings.rules'
import { siteSettings } from '../site/settings'
import type { Route } from './+types/remove-closure.screen'
import { closureDaysInWords } from './closures.rules'
import { changeList } from './commands.server'
import { withoutItem } from './list.rules'
import { answerRemoval, itemOr404 } from './list.server'
import { readGroup } from './queries.server'
import { RemovalDialog } from './removal-dialog'

const listPage = () => href('/admin/impostazioni/orari')

export async function loader({ context, params }: Route.LoaderArgs) {
  const { value, version } = await readGroup(adminFrom(context), 'hours')
  return { closure: itemOr404(value.closures, params.closure), version }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const withoutClosure = ({ week, closures }: OfficeHours) => {
    const remaining = withoutItem(closures, params.closure)
    return remaining && { week, closures: remaining }
  }
  return answerRemoval(request, listPage(), (version) => changeList(admin, 'hours', withoutClosure, version))
}

export default function RemoveClosure({ loaderData: { closure, version }, params }: Route.ComponentProps) {
  return (
    <RemovalDialog
      title="Eliminare la chiusura?"
      closeTo={listPage()}
      action={href('/admin/impostazioni/orari/chiusure/:closure/elimina', params)}
      version={version}
    >
      <p>
        «{closure.name}», {closureDaysInWords(closure)}: {removalEffect(closure.office)}. Si può ripristinare.
      </p>
    </RemovalDialog>
  )
}

/** Says what the removal of a closure opens. `office`: the id of the one office that it closes, null for the school. */
function removalEffect(office: string | null): string {
  if (!office) return 'in quei giorni la segreteria torna aperta con gli orari della settimana'
  const city = siteSettings().offices.find(({ id }) => id === office)?.city
  return city
    ? `in quei giorni la sede di ${city} è di nuovo aperta`
    : 'è di una sede che non c’è più, e non cambia nulla'
}
