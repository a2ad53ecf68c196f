import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { formatCount } from '../../italian/numbers'
import './suggest-input.css'

export type Suggestion = { value: string; about?: string }

/**
 * A text field with suggestions that the server has chosen for the typed text; `suggest` asks for them. With a script
 * they are in our own listbox: browsers filter a `datalist` again by the typed letters, and would hide 'Nicolò
 * D’Orazio' for 'dorazio'. Without a script they are in a `datalist`.
 */
export function SuggestInput({
  suggestions,
  suggest,
  ...input
}: { suggestions: Suggestion[]; suggest: (text: string) => void } & ComponentProps<'input'>) {
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isLive, setLive] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  useEffect(() => setLive(true), [])
  const isShown = isLive && isOpen && suggestions.length > 0
  const optionId = (index: number) => `${list}-${index}`

  const choose = (suggestion: Suggestion | undefined) => {
    if (!field.current || !suggestion) return
    field.current.value = suggestion.value
    // The form around it looks at what is filled in.
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
    setOpen(false)
    setActive(-1)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const last = suggestions.length - 1
    if (event.key === 'ArrowDown') setActive(!isShown || active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(!isShown || active <= 0 ? last : active - 1)
    else if (event.key === 'Enter' && isShown && active >= 0) choose(suggestions[active])
    else if (event.key === 'Escape' && isShown) setOpen(false)
    else return
    if (event.key.startsWith('Arrow')) setOpen(true)
    // Enter shall not send the form, nor Escape close the dialog.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="suggest">
      <input
        {...input}
        ref={field}
        className="input"
        autoComplete="off"
        {...(isLive
          ? {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': isShown,
              'aria-controls': list,
              'aria-activedescendant': isShown && active >= 0 ? optionId(active) : undefined,
            }
          : { list })}
        onInput={(event) => {
          setActive(-1)
          setOpen(true)
          suggest(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {isLive ? (
        <div className="suggest-list" id={list} role="listbox" aria-label="Suggerimenti" hidden={!isShown}>
          {/* The keys belong to the field, which keeps the focus. */}
          {suggestions.map((suggestion, index) => (
            <div
              key={suggestion.value}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              // Before the field loses the focus.
              onMouseDown={(event) => {
                event.preventDefault()
                choose(suggestion)
              }}
            >
              <span>{suggestion.value}</span>
              {suggestion.about && <small>{suggestion.about}</small>}
            </div>
          ))}
        </div>
      ) : (
        <datalist id={list}>
          {suggestions.map(({ value, about }) => (
            <option key={value} value={value}>
              {about}
            </option>
          ))}
        </datalist>
      )}
      <p className="visually-hidden" aria-live="polite">
        {isShown && formatCount(suggestions.length, 'suggerimento', 'suggerimenti')}
      </p>
    </div>
  )
}
