import { log } from '../../app/runtime/log.server'

/** Logs more than may wait to be written, or what a library prints, and leaves. (A program for `aProgram`.) */
if (process.env.PRINTS) console.error('failed', new Error(process.env.PRINTS))
else for (let line = 0; line < 3_000; line++) log.fatal({ line }, 'x'.repeat(500))
process.stderr.write('logged')
process.exit(0)
