import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Form, Submit } from '../ui/forms/form'
import { More } from '../ui/overlays/more'
import { Toasts, toastsIn } from '../ui/overlays/toasts'
import { LastChangeLine, Preview, RestoreButton, SaveBar, SettingsHead } from './group-form'
import type { LastChange } from './queries.server'

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
  acts?: ReactNode
  /** Address of the question whether to remove the item; null if it cannot be removed. */
  removal: string | null
}

const FORM_ID = 'elenco'

/**
 * The page of a settings list: its items in order, each with a link to its form, and the button that restores the list.
 * A page below it, such as the question whether to remove an item, lies over it. `count`: the number of items in words;
 * `start`: the version and the last change of the list when the page was opened; `addition`: the link to the form of a
 * new item.
 */
export function SettingList({
  title,
  count,
  start: { version, lastChange },
  result,
  items,
  addition,
  preview,
}: {
  title: string
  count: string
  start: { version: number; lastChange: LastChange }
  result: unknown
  items: ListItem[]
  addition: { to: string; label: string }
  preview?: ReactNode
}) {
  return (
    <>
      <SettingsHead title={title.toLowerCase()} result={result} />
      {result !== undefined && <Toasts toasts={toastsIn(result)} />}
      <div className={preview ? 'group-split' : undefined}>
        <Form id={FORM_ID} method="post" preventScrollReset>
          <input type="hidden" name="version" value={version} />
          <div className="setting-head">
            <h3>{title}</h3>
            <span className="quiet">{count}</span>
            <Link className="button button-small" to={addition.to}>
              {addition.label}
            </Link>
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
                    {item.removal && <hr />}
                    {item.removal && (
                      <Link className="more-grave" preventScrollReset to={item.removal}>
                        Elimina…
                      </Link>
                    )}
                  </More>
                </div>
              </li>
            ))}
          </ul>
        </Form>
        {preview && <Preview>{preview}</Preview>}
        {lastChange && (
          <SaveBar summary="Tutto salvato" note={<LastChangeLine lastChange={lastChange} />}>
            <RestoreButton form={FORM_ID} />
          </SaveBar>
        )}
      </div>
    </>
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
