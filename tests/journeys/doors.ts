import type { APIRequestContext } from '@playwright/test'

/**
 * Expected answers for [anonymous, member, administrator] reads and [anonymous, member] posts. `data`: differences of
 * '.data' requests; `other`: another member's; `teacher`: what a teacher of the edition reads and posts, if not what any member
 * does; `forAdmins`: a secretary, who elsewhere reads what an administrator reads, is
 * refused.
 */
export type Door = {
  reads: string[]
  posts: string[]
  data?: Partial<Door>
  other?: string[]
  teacher?: string[]
  forAdmins?: true
}

/** The status or the redirect; '.data' responses hold the redirect in the body. */
export async function outcome(asker: APIRequestContext, method: 'GET' | 'POST', address: string) {
  const form = method === 'POST' ? { form: {} } : {}
  const response = await asker.fetch(address, { method, maxRedirects: 0, ...form })
  const inside =
    response.status() === 202 ? (await response.text()).match(/"redirect","([^"]+)"/)?.[1] : undefined
  const location = response.headers().location ?? inside
  return location ? `→ ${new URL(location, 'http://site').pathname}` : String(response.status())
}
