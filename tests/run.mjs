import { runnerImport } from 'vite'

/** Runs a TypeScript program: `node tests/run.mjs lab/bench/fill.ts`. */
await runnerImport(process.argv[2])
