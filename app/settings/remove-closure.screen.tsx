import { data, href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { siteSettings } from '../site/settings'
import type { Route } from './+types/remove-closure.screen'
import { closureDaysInWords } from './closures.rules'
import { withoutItem } from './list.rules'
import { answerRemoval } from './list.server'
import { readGroup } from './queries.server'
import { RemovalDialog } from './removal-dialog'

const listPage = () => href('/admin/impostazioni/orari')

export async function loader({ context, params }: Route.LoaderArgs) {
  const { value, version } = await readGroup(adminFrom(context), 'hours')
  const closure = value.closures.find(({ id }) => id === params.closure)
  if (!closure) throw data(null, { status: 404 })
  return { closure, version }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerRemoval(adminFrom(context), request, listPage(), 'hours', ({ week, closures }) => {
    const remaining = withoutItem(closures, params.closure)
    return remaining && { week, closures: remaining }
  })
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
