import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Form, Submit } from '../ui/forms/form'
import { Dock } from '../ui/overlays/dock'
import { More } from '../ui/overlays/more'
import { LastChange, Preview } from './group-form'

type ListItem = {
  id: string
  name: string
  role?: string
  /** Below the name. */
  text: string
  /** Whether the site does not show the item. */
  hidden?: boolean
  /** Address of the form of the item. */
  page: string
  picture?: ReactNode
  /** Further buttons and links of the item's menu, after those that move the item. */
  acts: ReactNode
}

const FORM_ID = 'elenco'

/**
 * The page of a settings list: its items in order, each with a link to its form, and the button that restores the list.
 * `count`: the number of items in words; `start`: the version and the last change of the list when the page was opened.
 */
export function SettingList({
  title,
  count,
  start: { version, lastChange },
  items,
  preview,
  children,
}: {
  title: string
  count: string
  start: { version: number; lastChange: { by: string | null; at: Date } | null }
  items: ListItem[]
  preview?: ReactNode
  /** The link that adds an item. */
  children: ReactNode
}) {
  return (
    <div className={preview ? 'group-split' : undefined}>
      <Form id={FORM_ID} method="post" preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <div className="setting-head">
          <h3>{title}</h3>
          <span className="quiet">{count}</span>
          {children}
        </div>
        <ul className="setting-list">
          {items.map((item, place) => (
            <li key={item.id} className={item.hidden ? 'setting-hidden' : undefined}>
              {item.picture}
              <div className="setting-words">
                <b>{item.name}</b>
                {item.role && (
                  <>
                    , <span className="setting-role">{item.role}</span>
                  </>
                )}
                <small>{item.text}</small>
              </div>
              <div className="actions">
                <Link className="button button-small" to={item.page}>
                  Modifica<span className="visually-hidden">: {item.name}</span>
                </Link>
                <More of={item.name}>
                  {place > 0 && <ListAct act={`su:${item.id}`}>Sposta su</ListAct>}
                  {place < items.length - 1 && <ListAct act={`giu:${item.id}`}>Sposta giù</ListAct>}
                  {item.acts}
                </More>
              </div>
            </li>
          ))}
        </ul>
      </Form>
      {preview && <Preview>{preview}</Preview>}
      {lastChange && (
        <Dock label="Salvataggio">
          <div className="actions save-bar">
            <p className="save-summary">
              <b>Tutto salvato</b>
              <LastChange lastChange={lastChange} />
            </p>
            <Submit className="button" form={FORM_ID} name="intent" value="restore" busy="Ripristino...">
              Ripristina com’era prima
            </Submit>
          </div>
        </Dock>
      )}
    </div>
  )
}

/**
 * A button of an item's menu. `act`: `ACT:ID`, as `answerList` reads it. Pressing it moves the focus to the handle of
 * the menu, which stays when the menu closes.
 */
export function ListAct({ act, children }: { act: string; children: ReactNode }) {
  return (
    <Submit
      className=""
      name="intent"
      value={act}
      busy="Salvataggio..."
      onClick={({ currentTarget }) => currentTarget.closest('details')?.querySelector('summary')?.focus()}
    >
      {children}
    </Submit>
  )
}
