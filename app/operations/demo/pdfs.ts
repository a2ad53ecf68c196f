/** The PDF files that `scripts/demo-pdfs.tsx` makes. They are bundled, since the container image has no sources. */
const files = import.meta.glob<string>('./*.pdf', { query: '?inline', import: 'default' })

/** Returns a demo PDF. `name`: the slug of a course, or the name of a sheet in `scripts/demo-sheets.ts`. */
export async function demoPdf(name: string): Promise<Uint8Array> {
  const file = files[`./${name}.pdf`]
  if (!file) throw new Error(`There is no demo PDF ${name}: run npm run demo-pdfs`)
  const [, base64 = ''] = (await file()).split(',')
  return Buffer.from(base64, 'base64')
}
