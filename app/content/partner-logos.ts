/** Whatever lies in the folder when the site is built; a browser keeps each for as long as it stays the same. */
const found = import.meta.glob<string>('./partner-logos/*.{svg,png,webp,jpg,jpeg}', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

/** The logos of partners that exist: the name of the file, as the office types it, and its address. */
export const PARTNER_LOGOS: ReadonlyMap<string, string> = new Map(
  Object.entries(found).map(([file, address]) => [file.slice(file.lastIndexOf('/') + 1), address]),
)
