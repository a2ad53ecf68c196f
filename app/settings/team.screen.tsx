import { href, Link } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { isExamplePerson } from '../content/settings.rules'
import { formatCount } from '../italian/numbers'
import { SitePicture } from '../public/site-picture'
import { photoId } from '../site/photos.rules'
import { siteSettings } from '../site/settings'
import { initialsOf } from '../ui/artwork/portrait'
import type { Route } from './+types/team.screen'
import { SettingList } from './list'
import { moveItem, NEW_ITEM } from './list.rules'
import { answerList } from './list.server'
import { readGroup } from './queries.server'

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await readGroup(adminFrom(context), 'team')), photos: siteSettings().photos }
}

export function action({ request, context }: Route.ActionArgs) {
  return answerList(adminFrom(context), request, href('/admin/impostazioni/squadra'), 'team', moveItem)
}

export default function TeamSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { value: team, photos } = loaderData
  return (
    <SettingList
      title="Squadra"
      count={formatCount(team.length, 'persona', 'persone')}
      start={loaderData}
      result={actionData}
      addition={{
        to: href('/admin/impostazioni/squadra/:colleague', { colleague: NEW_ITEM }),
        label: 'Aggiungi una persona',
      }}
      items={team.map((person) => {
        const { id, name, role, about } = person
        const hasPhoto = photos.some((photo) => photo.id === photoId('team', id))
        return {
          id,
          name,
          role,
          text: isExamplePerson(person) ? 'Esempio: scrivi un nome vero, o eliminala' : about,
          page: href('/admin/impostazioni/squadra/:colleague', { colleague: id }),
          picture: (
            <span className="setting-picture">
              <SitePicture
                kind="team"
                id={id}
                sizes="56px"
                photos={photos}
                otherwise={<span aria-hidden="true">{initialsOf(name)}</span>}
              />
            </span>
          ),
          acts: !isExamplePerson(person) && (
            <Link
              preventScrollReset
              to={href('/admin/impostazioni/squadra/:colleague/foto', { colleague: id })}
            >
              {hasPhoto ? 'Cambia foto' : 'Carica foto'}
            </Link>
          ),
          removal: href('/admin/impostazioni/squadra/:colleague/elimina', { colleague: id }),
        }
      })}
    />
  )
}
