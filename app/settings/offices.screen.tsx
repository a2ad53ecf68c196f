import { href, Link, useOutlet } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { formatCount } from '../italian/numbers'
import { photoId } from '../site/photos.rules'
import { hasErrors } from '../ui/forms/error-summary'
import { Toasts, toastsIn } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/offices.screen'
import { SettingList } from './list'
import { moveItem, NEW_ITEM } from './list.rules'
import { answerList } from './list.server'
import { MOST_OFFICES } from './offices.rules'
import { readGroup } from './queries.server'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const [offices, { value: photos }] = await Promise.all([
    readGroup(admin, 'offices'),
    readGroup(admin, 'photos'),
  ])
  return { ...offices, photos }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerList(adminFrom(context), request, href('/admin/impostazioni/sedi'), 'offices', moveItem)
}

export default function OfficesSettings({ loaderData, actionData }: Route.ComponentProps) {
  const dialog = useOutlet()
  const { value: offices, photos } = loaderData
  return (
    <>
      {dialog ?? <PageHead title="Impostazioni: sedi" noindex error={hasErrors(actionData)} />}
      {actionData && <Toasts toasts={toastsIn(actionData)} />}
      <SettingList
        title="Sedi"
        count={formatCount(offices.length, 'sede', 'sedi')}
        start={loaderData}
        items={offices.map(({ id, city, street, postcode, province }) => ({
          id,
          name: city,
          text: `${street}, ${postcode} ${city} (${province})`,
          page: href('/admin/impostazioni/sedi/:office', { office: id }),
          acts: (
            <>
              <Link preventScrollReset to={href('/admin/impostazioni/sedi/:office/foto', { office: id })}>
                {photos.some((photo) => photo.id === photoId('office', id)) ? 'Cambia foto' : 'Carica foto'}
              </Link>
              {offices.length > 1 && <hr />}
              {offices.length > 1 && (
                <Link
                  className="more-grave"
                  preventScrollReset
                  to={href('/admin/impostazioni/sedi/:office/elimina', { office: id })}
                >
                  Elimina…
                </Link>
              )}
            </>
          ),
        }))}
      >
        {offices.length < MOST_OFFICES ? (
          <Link
            className="button button-small"
            to={href('/admin/impostazioni/sedi/:office', { office: NEW_ITEM })}
          >
            Aggiungi una sede
          </Link>
        ) : (
          <p className="quiet">Le sedi sono {MOST_OFFICES}, quante il sito ne tiene.</p>
        )}
      </SettingList>
    </>
  )
}
