/** The addresses of the logos, with hashes, by the path of the file; found at build time. */
const addressesByPath = import.meta.glob<string>('./partner-logos/*.{svg,png,webp,jpg,jpeg}', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

/** The address of each logo by the name of its file. */
const PARTNER_LOGOS: ReadonlyMap<string, string> = new Map(
  Object.entries(addressesByPath).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

const withoutEnding = (file: string) => file.replace(/\.\w+$/, '')

/** The names of the logos as the form of a course takes them: 'ateneo'. */
export const LOGO_NAMES = [...PARTNER_LOGOS.keys()].map(withoutEnding)

/**
 * The address of a logo by its name in capitals or not, with or without the ending of its file; undefined for an
 * unknown name.
 */
export function partnerLogo(name: string): string | undefined {
  const typed = name.toLowerCase()
  const file = [...PARTNER_LOGOS.keys()].find((file) =>
    [file, withoutEnding(file)].some((fileName) => fileName.toLowerCase() === typed),
  )
  return file && PARTNER_LOGOS.get(file)
}
