import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import type { OfficeHours } from '../content/settings.rules'
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

export default function RemoveClosure({ loaderData: { closure, version } }: Route.ComponentProps) {
  return (
    <RemovalDialog title="Eliminare la chiusura?" closeTo={listPage()} version={version}>
      <p>
        «{closure.name}», {closureDaysInWords(closure)}, sparisce dal sito: in quei giorni vale di nuovo
        l’orario della settimana. Si può ripristinare.
      </p>
    </RemovalDialog>
  )
}
