import { statSync } from 'node:fs'

const changedAt = (file: URL) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * Whether `output` is absent, or older than the program at the address `program`, which makes it, or than package.json:
 * installed packages carry no dates of their own, their versions stand there.
 */
export function isOutdated(output: URL, program: string): boolean {
  const inputs = [new URL(program), new URL('../package.json', import.meta.url)]
  return changedAt(output) < Math.max(...inputs.map(changedAt))
}
