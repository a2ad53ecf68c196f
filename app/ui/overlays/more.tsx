import type { ReactNode } from 'react'
import { Icon } from '../icon'
import { Menu } from './menu'
import './more.css'

/** 'Altro': what one may do besides the button beside it; links and buttons in words. `of`: what it concerns, for readers. */
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
