import { log } from '../../app/runtime/log.server'

/** Logs more than the buffer, or prints like a library, and exits. */
if (process.env.PRINTS) console.error('failed', new Error(process.env.PRINTS))
else for (let line = 0; line < 3_000; line++) log.fatal({ line }, 'x'.repeat(500))
process.stderr.write('logged')
process.exit(0)
