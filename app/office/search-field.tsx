import { useEffect, useRef } from 'react'
import { href, useLocation } from 'react-router'
import { areKeysOn } from '../enrolments/review/queue-keys'
import { Form } from '../ui/forms/form'
import { Icon } from '../ui/icon'
import './search-field.css'

/** The key that focuses the field. */
const SEARCH_KEY = '/'

/**
 * The search field of the office, a plain form. The key '/' focuses it, unless the user has turned keys off, or the
 * focus is in another field or a dialog.
 */
export function SearchField() {
  const { pathname, search } = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const text = pathname === href('/admin/cerca') ? (new URLSearchParams(search).get('q') ?? '') : ''

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== SEARCH_KEY || ctrlKey || metaKey || altKey || event.defaultPrevented || !areKeysOn()) return
      if (target instanceof Element && target.closest('input, select, textarea, [contenteditable], dialog'))
        return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <search className="office-search" aria-label="Pannello">
      <Form action={href('/admin/cerca')} key={text}>
        <label className="visually-hidden" htmlFor="trova">
          Trova in tutto il pannello
        </label>
        <input
          ref={field}
          className="input"
          id="trova"
          name="q"
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Persona, telefono, corso, attestato"
          defaultValue={text}
          aria-keyshortcuts={SEARCH_KEY}
        />
        <span className="key" aria-hidden="true">
          {SEARCH_KEY}
        </span>
        <button className="button button-quiet button-icon" type="submit" aria-label="Trova">
          <Icon name="search" />
        </button>
      </Form>
    </search>
  )
}
