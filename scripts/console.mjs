// Commands of the operator: `npm run admin`, `forget`, `invariants`, `backup`, `restore`, `export`, `import`.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from './build.mjs'
import { install, projectNode, root, run } from './install.mjs'

/**
 * `needs`: what must be typed after the command; `path`: whether what is typed is a path; `is`: the command of the
 * site, if it has another name.
 */
const COMMANDS = {
  admin: { needs: 'l’indirizzo della persona: npm run admin -- nome@dominio.it' },
  forget: { needs: 'il codice della persona: npm run forget -- CODICE' },
  invariants: {},
  backup: { path: true },
  restore: { path: true, needs: 'il file da ripristinare: npm run restore -- copia.tar.gz' },
  export: { path: true, needs: 'il file da creare: npm run export -- sito.tar.gz' },
  import: { path: true, needs: 'il file da importare: npm run import -- sito.tar.gz', is: 'restore' },
}

/** The option that also removes the second factor: for an administrator without phone and backup codes. */
const WITHOUT_SECOND_FACTOR = '--senza-secondo-passaggio'

const [name, ...words] = process.argv.slice(2)
const typedArgument = words.find((word) => word !== WITHOUT_SECOND_FACTOR) ?? ''
const removesFactor = name === 'admin' && words.includes(WITHOUT_SECOND_FACTOR)
const command = removesFactor ? { ...COMMANDS.admin, is: 'remove-second-factor' } : COMMANDS[name]
if (command.needs && !typedArgument) {
  console.error(`Scrivi ${command.needs}`)
  process.exit(1)
}

// A built site stays as it is: it may be serving, and the user of the command may not write to its folder.
const isSiteBuilt = existsSync(join(root, 'build/server/index.js'))
if (!isSiteBuilt) await install()
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.exit(await run(projectNode, ['scripts/console.mjs', name, ...words]))
}

if (!isSiteBuilt) await build()
process.chdir(root)
const { runCommand } = await import('../build/server/index.js')
// Relative to the folder of the shell.
const argument =
  command.path && typedArgument ? resolve(process.env.INIT_CWD ?? root, typedArgument) : typedArgument
const { ok, sentence } = await runCommand(command.is ?? name, argument)
process[ok ? 'stdout' : 'stderr'].write(`${sentence}\n`)
process.exit(ok ? 0 : 1)
