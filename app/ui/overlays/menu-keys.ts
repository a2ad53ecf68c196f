import type { KeyboardEvent } from 'react'

/**
 * The keys of every menu within an element: arrows, Home and End move the focus among its links and buttons, a letter
 * moves it to the next one that begins with it.
 */
export function moveInMenu(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  const menu = (event.target as Element).closest<HTMLDetailsElement>('details[name="menu"]')
  if (!menu) return
  const choices = [...menu.querySelectorAll<HTMLElement>('a, button:not(:disabled)')].filter(
    (choice) => getComputedStyle(choice).display !== 'none',
  )
  const next = choiceAfter(choices, event.key, menu.open)
  if (!next) return
  event.preventDefault()
  menu.open = true
  next.focus()
}

function choiceAfter(choices: HTMLElement[], key: string, isOpen: boolean): HTMLElement | undefined {
  const current = choices.indexOf(document.activeElement as HTMLElement)
  switch (key) {
    case 'ArrowDown':
      return choices[(current + 1) % choices.length]
    case 'ArrowUp':
      return choices.at(Math.max(current, 0) - 1)
    case 'Home':
      return isOpen ? choices[0] : undefined
    case 'End':
      return isOpen ? choices.at(-1) : undefined
  }
  if (!isOpen || !/^\p{L}$/u.test(key)) return undefined
  const following = [...choices.slice(current + 1), ...choices.slice(0, current + 1)]
  return following.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}
