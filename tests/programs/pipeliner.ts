import { connect } from 'node:net'

/** Holds 50 connections to `PORT`, each with 500 pipelined requests for `URL_PATH`, and opens a new one for each that closes. */
const CONNECTIONS = 50
const REQUESTS = 500
const request = `GET ${process.env.URL_PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const batch = Buffer.from(request.repeat(REQUESTS))

function attack() {
  const socket = connect(Number(process.env.PORT), '127.0.0.1')
  socket.on('error', () => {})
  socket.once('close', () => setImmediate(attack))
  socket.write(batch)
}

for (let i = 0; i < CONNECTIONS; i++) attack()
console.log('attacking')
