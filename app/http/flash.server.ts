import { redirect } from 'react-router'
import type { Toast } from '../ui/toast'
import { signedCookie } from './cookies.server'

const TOAST_LIMIT = 3

/** Characters of a sentence: browsers drop a cookie over 4 KB. */
const SENTENCE_LENGTH = 400
const cookie = signedCookie<Toast[]>('avviso')

/** A `Set-Cookie` header that shows the last three toasts on the next page. */
export async function flash(...toasts: Toast[]): Promise<string> {
  return cookie.write(
    toasts
      .slice(-TOAST_LIMIT)
      .map((toast) => ({ ...toast, description: toast.description?.slice(0, SENTENCE_LENGTH) })),
  )
}

/** A response init with a toast for the next page. */
export async function withFlash(
  toast: Toast,
  init: ResponseInit = {},
): Promise<ResponseInit & { headers: Headers }> {
  const headers = new Headers(init.headers)
  headers.append('Set-Cookie', await flash(toast))
  return { ...init, headers }
}

export async function redirectWith(url: string, toast: Toast, init?: ResponseInit): Promise<Response> {
  return redirect(url, await withFlash(toast, init))
}

/** The toasts for this page, and the headers that remove their cookie. */
export async function readFlash(request: Request): Promise<{ toasts: Toast[]; headers: Headers }> {
  const toasts = await cookie.read(request)
  const headers = new Headers()
  if (toasts) headers.append('Set-Cookie', await cookie.clear())
  return { toasts: toasts ?? [], headers }
}
