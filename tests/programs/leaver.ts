import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  isShuttingDown,
  shutDownGracefully,
  shutDownWhileStarting,
} from '../../app/http/graceful-shutdown.server'

/** A server with slow responses, which prints its events; with `STARTING` it stays in its start. */
shutDownWhileStarting()
if (process.env.STARTING) {
  console.log('starting')
  await pause(60_000)
}
const server = createServer(async (request, response) => {
  const leaving = isShuttingDown()
  if (request.url === '/slow') console.log('asked')
  await pause(request.url === '/slow' ? 600 : 0)
  response.end(leaving ? 'leaving' : 'serving')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : '')
})
shutDownGracefully(server, {
  stopSchedule: async () => console.log('schedule stopped'),
  closeDatabase: async () => console.log('database closed'),
})
