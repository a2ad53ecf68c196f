import { anEncryptedPdf, aPdf, aPdfOf } from '../../tests/pdfs'
import { anOffice } from '../../tests/zips'
import { bytesOf, percent } from './hostile'
import type { Field, Form } from './page'
import type { Change, FilePlan, JsonPlan, Spoil } from './plan'
import { itemAt } from './world'

// Request bodies: fields of forms, mutated and encoded.

export type Pair = [name: string, value: string | File]
type File = { name: string; type: string; bytes: Uint8Array }
export type Body = { type: string; bytes: Buffer }

const pdf = Buffer.from(await aPdf())
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** Small files, valid and invalid. */
const SMALL: readonly Uint8Array[] = [
  pdf,
  Buffer.alloc(0),
  await anEncryptedPdf(),
  pdf.subarray(0, pdf.length / 2),
  Buffer.concat([
    pdf.subarray(0, 200),
    Buffer.from('\0\xff<</Type/Catalog/Pages 1 0 R>>'.repeat(50), 'latin1'),
    pdf,
  ]),
  Buffer.from('%PDF-1.7\n1 0 obj<</Length 99999999999>>stream\n'),
  Buffer.from(`%PDF-1.7\n${'['.repeat(50_000)}`),
  anOffice('docx'),
  anOffice('docx', { 'word/vbaProject.bin': 'x' }),
  Buffer.from('PK\x03\x04'.padEnd(400, '\xff'), 'latin1'),
  PNG,
  Buffer.concat([PNG, Buffer.alloc(3_000, 0xff)]),
  Buffer.from('<!doctype html><script>alert(1)</script>'),
  Buffer.from('nome;cognome\nAda;Prova\n'),
  Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x00, 0xd8]),
  Buffer.from('MZ\x90\0'.padEnd(300, '\0'), 'latin1'),
]
const LARGE: readonly Uint8Array[] = [await aPdfOf(3_000_000), Buffer.alloc(11_000_000, 'a')]
const HUGE_EVERY = 40

export function fileOf({ content, name, type }: FilePlan): File {
  const bytes = content % HUGE_EVERY === 0 ? itemAt(LARGE, content / HUGE_EVERY) : itemAt(SMALL, content)
  return { name, type, bytes: bytes ?? pdf }
}

/** A plausible value for a field. */
function typedValue({ name, type, value, options, unseen }: Field, password: string): string {
  if (unseen || value !== '' || type === 'hidden') return value
  if (options.length > 0) return options.find(Boolean) ?? ''
  if (type === 'checkbox') return 'on'
  if (type === 'password') return password
  if (type === 'email' || /mail/i.test(name)) return 'nessuno@example.net'
  if (type === 'tel') return '0736 123456'
  if (/price|installments|max|number/i.test(name + type)) return '120'
  if (/session/i.test(name)) return '10/03/2027 9:00-18:00 (8 ore)\n12 marzo 2027, 4 ore'
  return /slug|logo/i.test(name) ? '' : 'Testo di prova'
}

/** The fields of a form as a person sends them. */
export function filledForm(
  { fields, buttons }: Form,
  button: number,
  files: FilePlan[],
  password: string,
): Pair[] {
  const pairs = new Map<string, Pair[]>()
  for (const field of fields) {
    const value = (content: FilePlan): Pair => [field.name, fileOf(content)]
    if (field.type === 'file') pairs.set(field.name, files.map(value))
    else {
      const before = field.type === 'radio' ? [] : (pairs.get(field.name) ?? [])
      pairs.set(field.name, [...before, [field.name, typedValue(field, password)]])
    }
  }
  const pressed = itemAt(buttons, button)
  return [...[...pairs.values()].flat(), ...(pressed?.name ? [[pressed.name, pressed.value] as Pair] : [])]
}

/** Changes fields as a plan says. */
export function mutate(pairs: Pair[], change: Change): Pair[] {
  const count = pairs.length
  switch (change.as) {
    case 'one':
      return pairs.map(([name, value], i) => [name, i === change.at % count ? change.value : value])
    case 'all':
      return pairs.map(([name], i) => [name, itemAt(change.values, i) ?? ''])
    case 'without':
      return pairs.filter((_, i) => i !== change.at % count)
    case 'empty':
      return []
    case 'twice': {
      const [name = 'q'] = itemAt(pairs, change.at) ?? []
      return [...pairs, [name, change.value]]
    }
    case 'more':
      return [...pairs, ...change.fields.map(({ name, value }): Pair => [name, value])]
    case 'swapped':
      return pairs.map(([name, value], i) => [
        name,
        i === change.at % count ? (itemAt(pairs, change.from)?.[1] ?? '') : value,
      ])
    default:
      return pairs
  }
}

const plainly = (value: Pair[1]) => (typeof value === 'string' ? value : value.name)

export function urlencoded(pairs: Pair[]): string {
  return pairs.map(([name, value]) => `${percent(name)}=${percent(plainly(value))}`).join('&')
}

export function encoded(
  pairs: Pair[],
  encoding: 'urlencoded' | 'multipart' | 'json' | 'plain',
  spoil: Spoil,
): Body {
  switch (encoding) {
    case 'multipart':
      return multipart(pairs, spoil)
    case 'json': {
      const entries = pairs.map(([name, value]) => [name, plainly(value)])
      return { type: 'application/json', bytes: bytesOf(JSON.stringify(Object.fromEntries(entries))) }
    }
    case 'plain': {
      const lines = pairs.map(([name, value]) => `${name}=${plainly(value)}`)
      return { type: 'text/plain', bytes: bytesOf(lines.join('\r\n')) }
    }
    default:
      return { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(urlencoded(pairs)) }
  }
}

const BOUNDARY = '----fuzz7MA4YWxkTrZu0gW'

/** Encodes fields as multipart/form-data. `spoil`: the error that it makes. */
function multipart(pairs: Pair[], spoil: Spoil): Body {
  const line = spoil === 'bare' ? '\n' : '\r\n'
  const parts = pairs.map(([name, value]) => {
    const file = typeof value === 'string' ? undefined : value
    const named = file && spoil !== 'nameless' ? `; filename="${headOf(file.name)}"` : ''
    const kind = file?.type ? `${line}Content-Type: ${file.type}` : ''
    const folded = spoil === 'folded' ? `${line} folded: ${'x'.repeat(20_000)}` : ''
    const head =
      spoil === 'bald' ? '' : `Content-Disposition: form-data; name="${headOf(name)}"${named}${kind}${folded}`
    const content = typeof value === 'string' ? bytesOf(value) : value.bytes
    return Buffer.concat([
      Buffer.from(`--${BOUNDARY}${line}${head}${line}${line}`, 'latin1'),
      content,
      Buffer.from(line),
    ])
  })
  const end = spoil === 'unended' ? '' : `--${BOUNDARY}--${line}`
  const boundary = spoil === 'boundary' ? 'another' : BOUNDARY
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...parts, Buffer.from(end)]),
  }
}

/** As browsers write it; one character per byte. */
function headOf(text: string): string {
  return bytesOf(text.replace(/["\r\n]/g, percent)).toString('latin1')
}

const DEEP = 3_000

/** The body of a function call, valid or mutated. */
export function json(example: Record<string, unknown>, { shape, value, at: place }: JsonPlan): Body {
  const type = 'application/json'
  const key = itemAt(Object.keys(example), place) ?? 'x'
  const text = (sent: unknown) => bytesOf(JSON.stringify(sent))
  switch (shape) {
    case 'one':
      return { type, bytes: text({ ...example, [key]: value }) }
    case 'more':
      return { type, bytes: text({ ...example, [typeof value === 'string' ? value : 'more']: value }) }
    case 'without':
      return { type, bytes: text({ ...example, [key]: undefined }) }
    case 'whole':
      return { type, bytes: text(value) }
    case 'deep':
      return { type, bytes: Buffer.from(`{"${key}":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`) }
    case 'doubled':
      return { type, bytes: Buffer.from(`{"${key}":1,${JSON.stringify(example).slice(1)}`) }
    case 'torn':
      return { type, bytes: text(example).subarray(0, -1 - (place % 20)) }
    case 'utf-16':
      return { type: `${type}; charset=utf-16`, bytes: Buffer.from(JSON.stringify(example), 'utf16le') }
    case 'latin':
      return { type, bytes: Buffer.from(JSON.stringify({ ...example, [key]: 'perché' }), 'latin1') }
    case 'proto':
      return {
        type,
        bytes: Buffer.from(`{"__proto__":{"${key}":1},"constructor":1,${JSON.stringify(example).slice(1)}`),
      }
    case 'large':
      return { type, bytes: text({ ...example, [key]: 'x'.repeat(70_000) }) }
    default:
      return { type, bytes: text(example) }
  }
}
