import { readSession } from './session.server'

type Args = { request: Request }

/** Answers when the session expires, without renewing it. Open pages poll it (`SessionRefresh`). */
export async function loader({ request }: Args): Promise<Response> {
  return respond(await readSession(request, { renew: false }))
}

/** Renews the session and answers when it expires. */
export async function action({ request }: Args): Promise<Response> {
  return respond(await readSession(request, { renew: true }))
}

/** `expiresAt` as JSON; null with status 401 without a session. */
function respond({ expiresAt, cookies }: Awaited<ReturnType<typeof readSession>>) {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return Response.json({ expiresAt }, { status: expiresAt ? 200 : 401, headers })
}
