import { runCommand } from '../../app/operations/console.server'

/** Runs an npm command without a build. */
const { COMMAND = '', ARGUMENT = '' } = process.env
const { ok, sentence } = await runCommand(COMMAND, ARGUMENT)
console.log(sentence)
process.exit(ok ? 0 : 1)
