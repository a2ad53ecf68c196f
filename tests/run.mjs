import { runnerImport } from 'vite'

/** Runs a TypeScript program of ours in bare Node: `node tests/run.mjs lab/bench/fill.ts`. */
await runnerImport(process.argv[2])
