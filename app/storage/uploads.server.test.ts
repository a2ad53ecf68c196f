import { expect, test } from 'vitest'
import { readUploads, sentByScript } from './uploads.server'

const LIMITS = { maxFiles: 3, maxFileSize: 1000 }

const aForm = (...files: [name: string, content: string | Uint8Array<ArrayBuffer>][]) => {
  const form = new FormData()
  form.set('description', 'Perché no')
  for (const [name, content] of files) form.append('file', new File([content], name))
  return form
}
const post = (body: BodyInit, headers: HeadersInit = {}) =>
  new Request('http://localhost/admin', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
const read = (request: Request) => readUploads(request, LIMITS)

test('fields and files come as they were sent', async () => {
  const { fields, files, problem } = await read(
    post(aForm(['à "b".txt', 'uno'], ['c.bin', new Uint8Array([0, 255])])),
  )
  expect(problem).toBeNull()
  expect(fields.get('description')).toBe('Perché no')
  expect(files.map(({ name, bytes }) => [name, [...bytes].length])).toEqual([
    ['à "b".txt', 3],
    ['c.bin', 2],
  ])
})

test('a chooser in which nothing was chosen brings no file, an empty file is one', async () => {
  expect((await read(post(aForm(['', ''])))).files).toEqual([])
  const type = 'Content-Type: application/octet-stream'
  const chrome = `--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\n${type}\r\n\r\n\r\n--x--\r\n`
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  expect((await read(post(chrome, headers))).files).toEqual([])
  expect((await read(post(aForm(['vuoto.txt', ''])))).files).toMatchObject([{ name: 'vuoto.txt' }])
})

test('more text than a form with files may have is refused', async () => {
  const form = aForm(['a.txt', 'uno'])
  form.set('description', 'x'.repeat(999))
  expect((await read(post(form))).problem).toBeNull()
  const large = { maxFiles: 3, maxFileSize: 1024 * 1024 }
  form.set('description', 'x'.repeat(64 * 1024 + 1))
  await expect(readUploads(post(form), large)).rejects.toMatchObject({ init: { status: 413 } })
  const { fields } = await readUploads(post(form), { ...large, maxText: 1024 * 1024 })
  expect(fields.get('description')).toHaveLength(64 * 1024 + 1)
})

test('a form without files is read as well', async () => {
  expect((await read(post(new URLSearchParams({ intent: 'remove' })))).fields.get('intent')).toBe('remove')
})

test('a file may have as many bytes as the limit, and not one more', async () => {
  expect((await read(post(aForm(['a.bin', 'x'.repeat(1000)])))).files).toHaveLength(1)
  for (const size of [1001, 50_000]) {
    const { fields, ...uploads } = await read(post(aForm(['a.bin', 'x'.repeat(size)])))
    expect(uploads).toEqual({ problem: 'too-large', files: [] })
    expect(fields.get('description')).toBe('Perché no')
  }
})

test('one file too large, or one too many, keeps the others out too, but not the fields before and after', async () => {
  const large = aForm(['a', 'x'], ['b', 'x'.repeat(5000)], ['c', 'x'])
  large.set('intent', 'send')
  const { fields, ...uploads } = await read(post(large))
  expect(uploads).toEqual({ problem: 'too-large', files: [] })
  expect(fields.get('intent')).toBe('send')
  const many = aForm(['a', 'x'], ['b', 'x'], ['c', 'x'], ['d', 'x'])
  expect(await read(post(many))).toMatchObject({ problem: 'too-many', files: [] })
})

test('files that are too much together are refused, though each is small enough', async () => {
  const form = aForm(['a', 'x'.repeat(900)], ['b', 'x'.repeat(900)])
  const limits = { maxFiles: 3, maxFileSize: 1000, maxTotalSize: 1500 }
  expect(await readUploads(post(form), limits)).toMatchObject({ problem: 'too-much', files: [] })
})

test('what counts is what comes, not the length that the request names', async () => {
  const { headers, body } = post(aForm(['a.bin', 'x'.repeat(90_000)]))
  const type = headers.get('Content-Type') ?? ''
  const lying = post(body as BodyInit, { 'Content-Type': type, 'Content-Length': '12' })
  expect(await read(lying)).toMatchObject({ problem: 'too-large' })
})

test('a stream beyond the limit of a body is read no further', async () => {
  const type = 'multipart/form-data; boundary=x'
  const piece = new Uint8Array(1_000_000)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === 0)
        controller.enqueue(
          Buffer.from('--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'),
        )
      controller.enqueue(piece)
      sent += 1_000_000
      if (sent >= 100_000_000) controller.close()
    },
  })
  await expect(read(post(endless, { 'Content-Type': type }))).rejects.toMatchObject({ init: { status: 413 } })
  expect(sent).toBeLessThan(70_000_000)
})

test.each([
  ['no boundary', 'multipart/form-data', 'x'],
  ['cut off', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
  ['no form', 'multipart/form-data; boundary=x', 'qualcosa'],
  ['other type', 'application/json', '{}'],
])('a broken body is answered with 400: %s', async (_, type, body) => {
  await expect(read(post(body, { 'Content-Type': type }))).rejects.toMatchObject({ init: { status: 400 } })
})

test('a script asks for JSON, a browser for a page', () => {
  expect(sentByScript(post('', { Accept: 'application/json' }))).toBe(true)
  expect(sentByScript(post('', { Accept: 'text/html,application/xhtml+xml' }))).toBe(false)
  expect(sentByScript(new Request('http://localhost/', { headers: { Accept: 'application/json' } }))).toBe(
    false,
  )
})
