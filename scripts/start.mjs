// `npm start`: installs, builds and runs what is out of date.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { build } from './build.mjs'
import { install, projectNode, root } from './install.mjs'
import { environment, options } from './node-options.mjs'

try {
  await install()
  await build()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

console.log('Avvio il sito…')
const site = spawn(projectNode, [...options, 'build/server/index.js'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...environment, ...process.env, NODE_ENV: 'production' },
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // The terminal sends Ctrl-C to the site too.
  process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || site.kill(signal))
}
site.on('error', (error) => {
  console.error(`Il sito non parte: ${error.message}`)
  process.exit(1)
})
site.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
