/**
 * The query of an address with some of its values replaced; null, '' or an empty list takes a value out.
 * @returns '' or the query with its question mark
 */
export function queryWith(
  search: string,
  changes: Record<string, string | readonly string[] | null>,
): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name)
    for (const one of [value ?? []].flat()) if (one) query.append(name, one)
  }
  return query.size ? `?${query}` : ''
}
