import type { ReactNode } from 'react'
import { Icon } from '../icon'
import { Menu } from './menu'
import './more.css'

/**
 * A menu that is drawn as a button, with further links and buttons. `label`: its name, 'Altro' if absent; `of`: what it
 * concerns, for screen readers.
 */
export function More({
  of,
  label = 'Altro',
  children,
}: {
  of: string
  label?: ReactNode
  children: ReactNode
}) {
  return (
    <Menu
      className="more"
      label={
        <>
          {label}
          <span className="visually-hidden">: {of}</span>
          <Icon name="fold" />
        </>
      }
    >
      <div>{children}</div>
    </Menu>
  )
}
