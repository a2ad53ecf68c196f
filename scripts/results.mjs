// Brings the reports of the test runners to one form.
import { existsSync, readFileSync } from 'node:fs'

/** Counts, and sentences for what they omit. */
const nothing = { passed: 0, failed: 0, skipped: 0, sentences: [] }

/** The result of a check that counts as one test. */
export function checkResult(name, code) {
  if (code === 0) return { ...nothing, passed: 1 }
  return { ...nothing, failed: 1, sentences: [`${name}: fallito.`] }
}

/** A file that fails to load counts as one failure. */
export function vitestResult(report, code) {
  const result = read(report)
  if (!result) return crashed('Vitest', code)
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return verdict('Vitest', code, {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length,
    skipped: result.numPendingTests + result.numTodoTests,
  })
}

export function playwrightResult(report, code) {
  const result = read(report)
  if (!result) return crashed('Playwright', code)
  const { expected, unexpected, flaky, skipped } = result.stats
  return verdict('Playwright', code, { passed: expected, failed: unexpected + flaky, skipped })
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}

function crashed(name, code) {
  return {
    ...nothing,
    failed: 1,
    sentences: [`${name} si è fermato con il codice ${code} senza un resoconto.`],
  }
}

function verdict(name, code, { passed, failed, skipped }) {
  const sentences = []
  if (skipped > 0) sentences.push(`${name}: ${skipped} test saltati, e un test saltato non vale.`)
  if (failed > 0) sentences.push(`${name}: ${failed} test falliti.`)
  else if (passed === 0) sentences.push(`${name} non ha eseguito nessun test.`)
  else if (code !== 0) sentences.push(`${name} si è fermato con il codice ${code} senza un test fallito.`)
  const unexplained = failed === 0 && (passed === 0 || code !== 0) ? 1 : 0
  return { passed, failed: failed + unexplained, skipped, sentences }
}
