// `npm run admin -- EMAIL`: makes a registered person an administrator.
import { build } from './build.mjs'
import { install, projectNode, run } from './install.mjs'

const [email] = process.argv.slice(2)
if (!email) {
  console.error('Scrivi l’indirizzo della persona: npm run admin -- nome@dominio.it')
  process.exit(1)
}

await install()
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.exit(await run(projectNode, ['scripts/admin.mjs', email]))
}

await build()
const { openDatabase, closeDatabase, promote } = await import('../build/server/index.js')
try {
  await openDatabase()
  const { ok, sentence } = await promote(email)
  console.log(`${email}: ${sentence}`)
  process.exitCode = ok ? 0 : 1
  await closeDatabase()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
