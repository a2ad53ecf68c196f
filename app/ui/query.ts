/** Replaces parameters of a query; null, '' or [] removes one. Returns the query with its '?', or ''. */
export function queryWith(
  search: string,
  changes: Record<string, string | readonly string[] | null>,
): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name)
    for (const item of [value ?? []].flat()) if (item) query.append(name, item)
  }
  return query.size ? `?${query}` : ''
}

/** `queryWith` for an address within the site, of which a '#' and what follows are left out. */
export function addressWith(address: string, changes: Parameters<typeof queryWith>[1]): string {
  const { pathname, search } = new URL(address, 'http://site')
  return pathname + queryWith(search, changes)
}
