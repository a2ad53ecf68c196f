import type { ReactNode } from 'react'
import { Icon } from '../icon'
import { Menu } from './menu'
import './page-list.css'

/**
 * The pages of a section, or the sections of a page, on a narrow screen: a list that unfolds under the current one.
 * `chosen`: the name of the current one; `name`: the label of the list.
 */
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
