import type { ReactNode } from 'react'
import { Icon } from '../icon'
import { Menu } from './menu'
import './page-list.css'

/** On a narrow screen the pages of a place, in a list that unfolds under the one that is shown. `name`: of the list. */
export function PageList({
  chosen,
  name,
  children,
}: {
  chosen: ReactNode
  name: string
  children: ReactNode
}) {
  return (
    <Menu
      className="page-list"
      label={
        <>
          {chosen}
          <Icon name="fold" />
        </>
      }
    >
      <nav aria-label={name}>{children}</nav>
    </Menu>
  )
}
