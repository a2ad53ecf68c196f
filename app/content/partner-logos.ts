/** Files at build time, with hashed addresses. */
const found = import.meta.glob<string>('./partner-logos/*.{svg,png,webp,jpg,jpeg}', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

/** File name → address. */
export const PARTNER_LOGOS: ReadonlyMap<string, string> = new Map(
  Object.entries(found).map(([file, address]) => [file.slice(file.lastIndexOf('/') + 1), address]),
)
