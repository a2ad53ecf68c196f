/** The place of the search field in the bar. */
export function OfficeSearch() {
  return null
}
