import { install, projectNode, root, run } from './install.mjs'

await install()
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.exit(await run(projectNode, ['scripts/dev.mjs']))
}

process.chdir(root)
await run('node', ['scripts/fonts.ts'])
await run('node', ['scripts/paper-fonts.ts'])
await run('node', ['scripts/cluster.ts'])
const { createServer } = await import('vite')
const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
const { startServer } = await vite.ssrLoadModule('/server.ts')
await startServer({ vite })
