/** Printed by `scripts/demo-pdfs.tsx`; in the bundle, since the image holds no sources. */
const files = import.meta.glob<string>('./*.pdf', { query: '?inline', import: 'default' })

/** A PDF file of the demo data: a brochure by its course's slug, a sheet by its name. */
export async function demoPdf(name: string): Promise<Uint8Array> {
  const file = files[`./${name}.pdf`]
  if (!file) throw new Error(`There is no demo PDF ${name}: run npm run demo-pdfs`)
  const [, base64 = ''] = (await file()).split(',')
  return Buffer.from(base64, 'base64')
}
