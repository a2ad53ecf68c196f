/** In the address of an item: a new one. */
export const NEW_ITEM = 'nuova'

/** A list with an item one place further up or down; null at its end, or without the item. */
export function moveItem<Item extends { id: string }>(items: Item[], act: string, id: string): Item[] | null {
  const place = items.findIndex((item) => item.id === id)
  const other = act === 'su' ? place - 1 : place + 1
  const [item, neighbour] = [items[place], items[other]]
  if (!item || !neighbour) return null
  const moved = [...items]
  moved[place] = neighbour
  moved[other] = item
  return moved
}

/** A list without an item; null for one that does not have it. */
export function withoutItem<Item extends { id: string }>(items: Item[], id: string): Item[] | null {
  const others = items.filter((item) => item.id !== id)
  return others.length < items.length ? others : null
}

/** A list with an item in the place of the one with its id, or at its end. */
export function withItem<Item extends { id: string }>(items: Item[], item: Item, id = item.id): Item[] {
  const isThere = items.some((other) => other.id === id)
  return isThere ? items.map((other) => (other.id === id ? item : other)) : [...items, item]
}
