import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import './tabs.css'

export type Tab = { id: string; title: string; content: ReactNode }

/** A tab list; without a script, sections. Before hydration the style sheet shows the section that the hash names. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [active, setActive] = useState<string>()
  const strip = useRef<HTMLElement>(null)
  /** Whether the script shows one tab at a time. */
  const isLive = active !== undefined

  useEffect(() => {
    const fromAddress = () => {
      const wanted = tabs.find(({ id }) => `#${id}` === window.location.hash)
      setActive((before) => {
        const current = tabs.find(({ id }) => id === before)
        return (wanted ?? current ?? tabs[0])?.id
      })
    }
    fromAddress()
    window.addEventListener('hashchange', fromAddress)
    return () => window.removeEventListener('hashchange', fromAddress)
  }, [tabs])

  function show(event: MouseEvent | KeyboardEvent, id: string) {
    if (!isLive) return
    event.preventDefault()
    setActive(id)
    window.history.replaceState(window.history.state, '', `#${id}`)
  }

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(({ id }) => id === active)
    const targets: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const to = targets[event.key]
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!tab || !isLive) return
    show(event, tab.id)
    strip.current?.querySelector<HTMLElement>(`[href="#${tab.id}"]`)?.focus()
  }

  return (
    <div className="tabbed" data-live={isLive || undefined}>
      <nav
        ref={strip}
        className="tabs"
        aria-label={label}
        role={isLive ? 'tablist' : undefined}
        onKeyDown={move}
      >
        {tabs.map(({ id, title }) => (
          <a
            key={id}
            href={`#${id}`}
            id={`${id}-tab`}
            onClick={(event) => show(event, id)}
            {...(isLive && {
              role: 'tab',
              'aria-selected': id === active,
              'aria-controls': id,
              tabIndex: id === active ? 0 : -1,
            })}
          >
            {title}
          </a>
        ))}
      </nav>
      {tabs.map(({ id, content }) => (
        <section
          key={id}
          id={id}
          className={isLive && id !== active ? 'panel panel-away' : 'panel'}
          aria-labelledby={`${id}-tab`}
          {...(isLive && { role: 'tabpanel', tabIndex: 0 })}
        >
          {content}
        </section>
      ))}
    </div>
  )
}
