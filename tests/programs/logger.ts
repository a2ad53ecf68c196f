import { log } from '../../app/platform/log.server'

/** Logs more than may wait to be written, and leaves. (A program for `aProgram`.) */
for (let line = 0; line < 3_000; line++) log.warn({ line }, 'x'.repeat(500))
console.error('logged')
process.exit(0)
