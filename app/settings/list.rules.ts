/** Stands for the id in the address of the form that adds an item: 'sedi/nuova'. */
export const NEW_ITEM = 'nuova'

/**
 * Returns the list with an item one place up (`act` 'su') or down (any other `act`); null if the item is unknown or
 * already at that end.
 */
export function moveItem<Item extends { id: string }>(items: Item[], act: string, id: string): Item[] | null {
  const place = items.findIndex((item) => item.id === id)
  const target = act === 'su' ? place - 1 : place + 1
  const item = items[place]
  return item && items[target] ? items.toSpliced(place, 1).toSpliced(target, 0, item) : null
}

/** Returns the list without an item; null if the list does not contain the item. */
export function withoutItem<Item extends { id: string }>(items: Item[], id: string): Item[] | null {
  const others = items.filter((item) => item.id !== id)
  return others.length < items.length ? others : null
}

/** Returns the list with `item` in the place of the item with this `id`; at the end if there is none. */
export function withItem<Item extends { id: string }>(items: Item[], item: Item, id = item.id): Item[] {
  const isListed = items.some((listed) => listed.id === id)
  return isListed ? items.map((listed) => (listed.id === id ? item : listed)) : [...items, item]
}
