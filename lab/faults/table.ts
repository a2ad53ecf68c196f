import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Measured } from './measured'

type Row = { what: string; rounds: string; figure: string; limit: string; met: boolean | null }

/** Prints one row per figure, or per test without figures. */
export default class Table implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const rows = modules.flatMap((module) => [...module.children.allTests()].flatMap(rowsOf))
    const broken = modules.filter((module) => module.state() === 'failed' && module.children.size === 0)
    for (const { relativeModuleId } of broken)
      rows.push({ what: relativeModuleId, rounds: '', figure: 'non eseguito', limit: '', met: false })
    console.log(`\n${markdown(rows)}\n\n${rows.filter(({ met }) => met).length} of ${rows.length} met`)
  }
}

function rowsOf(test: TestCase): Row[] {
  if (test.result().state === 'skipped') return []
  const measured: Measured[] = test.meta().measured ?? []
  const passed = test.result().state === 'passed'
  const rows = measured.map(({ rounds, met, ...row }) => ({ ...row, rounds: String(rounds), met }))
  // A test may fail outside of its figures.
  if (rows.length > 0 && (passed || rows.some(({ met }) => met === false))) return rows
  const where = test.project.name === 'faults' ? '' : ` (${test.project.name})`
  const alone = { what: test.name + where, rounds: '', figure: passed ? 'holds' : 'fails', limit: 'holds' }
  return [...rows, { ...alone, met: passed }]
}

function markdown(rows: Row[]): string {
  const cells = rows.map(({ met, ...row }) => [
    row.what,
    row.rounds,
    row.figure,
    row.limit,
    met === null ? 'not tried' : met ? 'yes' : 'NO',
  ])
  const all = [['What', 'Rounds', 'Figure', 'Limit', 'Met'], ...cells]
  const widths = all[0]?.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0))) ?? []
  const line = (row: string[]) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(all[0] ?? []), rule, ...all.slice(1).map(line)].join('\n')
}
