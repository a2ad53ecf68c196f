import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'

/** A socket for `pg`, over a MessagePort to the worker with the database. */
export class EmbeddedSocket extends Duplex {
  readonly #getWorker: () => Promise<Worker>
  #port: MessagePort | undefined

  constructor(getWorker: () => Promise<Worker>) {
    super({ allowHalfOpen: false })
    this.#getWorker = getWorker
  }

  connect() {
    this.#getWorker().then(
      (worker) => this.#open(worker),
      (error) => this.destroy(error),
    )
    return this
  }

  #open(worker: Worker) {
    if (this.destroyed) return
    const { port1, port2 } = new MessageChannel()
    port1.on('message', (bytes: Uint8Array) => this.push(bytes))
    port1.on('close', () => this.destroy())
    worker.postMessage(port2, [port2])
    this.#port = port1
    this.emit('connect')
  }

  override _read() {}

  override _write(bytes: Buffer, _encoding: string, done: () => void) {
    this.#port?.postMessage(bytes)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done)
  }

  override _final(done: () => void) {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#port?.close()
    done(error)
  }

  // `pg` calls these methods of a TCP socket. A MessagePort has no such options.
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}
