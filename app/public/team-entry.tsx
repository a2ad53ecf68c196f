import type { ReactNode } from 'react'
import type { TeamMember } from '../content/settings.rules'
import { Portrait } from '../ui/artwork/portrait'
import { SitePicture } from './site-picture'

/**
 * A person of the team: photograph or drawn portrait, name, role, text about them. `place`: the position in the team,
 * from 0, which varies the portrait.
 */
export function TeamEntry({
  person: { id, name, role, about },
  place,
  children,
}: {
  person: TeamMember
  place: number
  children?: ReactNode
}) {
  return (
    <>
      <SitePicture kind="team" id={id} sizes="9rem" otherwise={<Portrait name={name} place={place} />} />
      <h3>{name}</h3>
      <p>{role}</p>
      {about && <p className="team-about">{about}</p>}
      {children}
    </>
  )
}
