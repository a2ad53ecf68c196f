// Node alone: serves `{ headers, body }` (base64, from standard input) from memory. Prints its port.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const { headers, body } = await json(process.stdin)
const bytes = Buffer.from(body, 'base64')
const server = createServer({ optimizeEmptyRequests: true }, (_, response) => {
  response.writeHead(200, headers).end(bytes)
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
