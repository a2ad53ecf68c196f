import { href, Link } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { formatCount } from '../italian/numbers'
import { photoId } from '../site/photos.rules'
import { siteSettings } from '../site/settings'
import type { Route } from './+types/offices.screen'
import { SettingList } from './list'
import { moveItem, NEW_ITEM } from './list.rules'
import { answerList } from './list.server'
import { readGroup } from './queries.server'

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await readGroup(adminFrom(context), 'offices')), photos: siteSettings().photos }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerList(adminFrom(context), request, href('/admin/impostazioni/sedi'), 'offices', moveItem)
}

export default function OfficesSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { value: offices, photos } = loaderData
  return (
    <SettingList
      title="Sedi"
      count={formatCount(offices.length, 'sede', 'sedi')}
      start={loaderData}
      result={actionData}
      addition={{
        to: href('/admin/impostazioni/sedi/:office', { office: NEW_ITEM }),
        label: 'Aggiungi una sede',
      }}
      items={offices.map(({ id, city, street, postcode, province }) => ({
        id,
        name: city,
        text: `${street}, ${postcode} ${city} (${province})`,
        page: href('/admin/impostazioni/sedi/:office', { office: id }),
        acts: (
          <Link preventScrollReset to={href('/admin/impostazioni/sedi/:office/foto', { office: id })}>
            {photos.some((photo) => photo.id === photoId('office', id)) ? 'Cambia foto' : 'Carica foto'}
          </Link>
        ),
        removal: offices.length > 1 ? href('/admin/impostazioni/sedi/:office/elimina', { office: id }) : null,
      }))}
    />
  )
}
