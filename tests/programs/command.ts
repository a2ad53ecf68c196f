import { runCommand } from '../../app/operations/console.server'

/** An npm command as a process of its own, without a build. (A program for `aProgram`.) */
const { COMMAND = '', ARGUMENT = '' } = process.env
const { ok, sentence } = await runCommand(COMMAND, ARGUMENT)
console.log(sentence)
process.exit(ok ? 0 : 1)
