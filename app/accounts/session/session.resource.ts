import { sessionExpiry } from './session.server'

type Asked = { request: Request }

/** An open page asks every 30 seconds. */
export async function loader({ request }: Asked): Promise<Response> {
  return respond(await sessionExpiry(request, { renew: false }))
}

/** Renews the session. */
export async function action({ request }: Asked): Promise<Response> {
  return respond(await sessionExpiry(request, { renew: true }))
}

function respond({ expiresAt, cookies }: Awaited<ReturnType<typeof sessionExpiry>>) {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return Response.json({ expiresAt }, { status: expiresAt ? 200 : 401, headers })
}
