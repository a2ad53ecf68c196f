import { redirect } from 'react-router'
import type { Toast } from '../ui/toast'
import { signedCookie } from './cookies.server'

const MOST = 3
/** Browsers drop a cookie over 4 KB; a sentence this long is cut rather than lost with its toast. */
const LONGEST = 400
const cookie = signedCookie<Toast[]>('avviso')

/** A `Set-Cookie` header that shows these toasts on the next page; of more than three, the last three. */
export async function flash(...toasts: Toast[]): Promise<string> {
  return cookie.write(
    toasts.slice(-MOST).map((toast) => ({ ...toast, description: toast.description?.slice(0, LONGEST) })),
  )
}

/** The init of a response, such as a redirect's, with a toast for the page that follows. */
export async function withFlash(
  toast: Toast,
  init: ResponseInit = {},
): Promise<ResponseInit & { headers: Headers }> {
  const headers = new Headers(init.headers)
  headers.append('Set-Cookie', await flash(toast))
  return { ...init, headers }
}

/** Leads to `url`, where the toast is shown. */
export async function redirectWith(url: string, toast: Toast, init?: ResponseInit): Promise<Response> {
  return redirect(url, await withFlash(toast, init))
}

/** The toasts that wait for this page, and the headers with which it takes them off: each is shown once. */
export async function readFlash(request: Request): Promise<{ toasts: Toast[]; headers: Headers }> {
  const toasts = await cookie.read(request)
  const headers = new Headers()
  if (toasts) headers.append('Set-Cookie', await cookie.clear())
  return { toasts: toasts ?? [], headers }
}
