import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** An authenticator's code, `ahead` periods of 30 s from now (RFC 6238, not by the site's library). */
export function codeOf(key: string, ahead = 0, now = Date.now()): string {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + ahead))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const start = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
