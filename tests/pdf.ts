import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Node = { type?: string; role?: string; id?: string; alt?: string; children?: Node[] }

/**
 * What a reader gets of a PDF: its metadata, and a line for each structure element, such as 'H1 Giulia Rossi' or
 * 'Figure (Codice QR)', in reading order. `loose`: text that is neither tagged nor an artifact.
 */
export async function readPdf(bytes: Uint8Array) {
  const reading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 })
  const pdf = await reading.promise
  const { info, metadata } = await pdf.getMetadata()
  const facts = info as { Title?: string; Language?: string }
  const pages: { tags: string[]; loose: string; artifacts: string }[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    const open: string[] = []
    for (const item of items) {
      if ('str' in item) {
        const place = open.findLast(Boolean) ?? 'loose'
        texts.set(place, (texts.get(place) ?? '') + item.str + (item.hasEOL ? ' ' : ''))
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push('tag' in item && item.tag === 'Artifact' ? 'artifact' : (item.id ?? ''))
    }
    const tags: string[] = []
    const walk = (node: Node) => {
      const children = node.children ?? []
      const text = children
        .map(({ type, id }) => (type === 'content' ? (texts.get(id ?? '') ?? '') : ''))
        .join('')
      if (node.role)
        tags.push([node.role, node.alt && `(${node.alt})`, text.trim()].filter(Boolean).join(' '))
      for (const child of children) if (child.type !== 'content') walk(child)
    }
    walk(((await page.getStructTree()) ?? {}) as Node)
    pages.push({ tags, loose: (texts.get('loose') ?? '').trim(), artifacts: texts.get('artifact') ?? '' })
  }
  const marks = (await pdf.getMarkInfo()) as Map<string, boolean> | null
  await reading.destroy()
  return {
    title: facts.Title,
    language: facts.Language,
    isTagged: marks?.get('Marked') === true,
    xmpTitle: metadata?.get('dc:title'),
    pages,
    tags: pages.flatMap(({ tags }) => tags),
    loose: pages.map(({ loose }) => loose).join(''),
  }
}
