import { expect, onTestFinished, test, vi } from 'vitest'
import { sendForm } from './upload'

test('a form whose signal is aborted already is not sent', async () => {
  const send = vi.fn()
  const request = vi.fn(() => ({ open() {}, setRequestHeader() {}, upload: {}, send }))
  vi.stubGlobal('XMLHttpRequest', request)
  onTestFinished(() => void vi.unstubAllGlobals())
  const signal = AbortSignal.abort(new Error('Interrupted'))
  await expect(sendForm('/file', new FormData(), { onProgress() {}, signal })).rejects.toThrow('Interrupted')
  expect(send).not.toHaveBeenCalled()
})
