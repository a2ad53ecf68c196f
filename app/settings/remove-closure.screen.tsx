import { data, href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
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
        «{closure.name}», {closureDaysInWords(closure)}: in quei giorni la segreteria torna aperta con gli
        orari della settimana. Si può ripristinare.
      </p>
    </RemovalDialog>
  )
}
