import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendForm, UploadButtons } from './upload'

/** A request whose progress the test decides. */
class StubRequest {
  static made: StubRequest[] = []
  status = 200
  responseText = '{"location":"/admin"}'
  upload = { onload() {} }
  isAborted = false
  constructor() {
    StubRequest.made.push(this)
  }
  open() {}
  setRequestHeader() {}
  send() {}
  onload() {}
  onabort() {}
  abort() {
    this.isAborted = true
    this.onabort()
  }
}
beforeEach(() => {
  StubRequest.made = []
  vi.stubGlobal('XMLHttpRequest', StubRequest)
  return () => vi.unstubAllGlobals()
})
const onProgress = () => {}

test('a form whose signal is aborted already is not sent', async () => {
  const signal = AbortSignal.abort(new Error('Interrupted'))
  await expect(sendForm('/file', new FormData(), { onProgress, signal })).rejects.toThrow('Interrupted')
  expect(StubRequest.made).toEqual([])
})

test.each([false, true])(
  'a form is stopped until the server has it, then its answer counts: %s',
  async (isSent) => {
    const sending = new AbortController()
    const answer = sendForm('/file', new FormData(), { onProgress, signal: sending.signal })
    const [request] = StubRequest.made
    if (isSent) request?.upload.onload()
    sending.abort(new Error('Interrupted'))
    request?.onload()
    expect(request?.isAborted).toBe(!isSent)
    if (isSent) expect(await answer).toEqual({ status: 200, body: { location: '/admin' } })
    else await expect(answer).rejects.toThrow('Interrupted')
  },
)

test('the button that cancels is there while sending, and disabled while the server checks', () => {
  const cancelButton = (busy: boolean, isSent: boolean) =>
    /<button[^>]*>Interrompi/.exec(
      renderToStaticMarkup(<UploadButtons label="Carica" busy={busy} isSent={isSent} onCancel={() => {}} />),
    )?.[0]
  expect(cancelButton(false, false)).toBeUndefined()
  expect(cancelButton(true, false)).toContain('aria-disabled="false"')
  expect(cancelButton(true, true)).toContain('aria-disabled="true"')
})
