import { statSync } from 'node:fs'

const changedAt = (file: URL) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Whether `output` is missing, or older than its `program` or package.json. */
export function isOutdated(output: URL, program: string): boolean {
  const inputs = [new URL(program), new URL('../package.json', import.meta.url)]
  return changedAt(output) < Math.max(...inputs.map(changedAt))
}
