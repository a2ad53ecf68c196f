// Preloaded (`--import`): writes every statement and its duration to the file STATEMENTS, one JSON object per line.
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (config, values, callback) {
  const began = performance.now()
  const text = typeof config === 'string' ? config : config?.text
  const sent = Array.isArray(values) ? values : (config?.values ?? [])
  const note = () => {
    const line = JSON.stringify({ text, values: sent, ms: performance.now() - began })
    if (text) appendFileSync(process.env.STATEMENTS, `${line}\n`)
  }
  const last = [values, callback].findLastIndex((argument) => typeof argument === 'function')
  if (last === -1) {
    const result = query.call(this, config, values)
    result?.then?.(note, note)
    return result
  }
  const parameters = [values, callback]
  const tell = parameters[last]
  parameters[last] = (...outcome) => {
    note()
    tell(...outcome)
  }
  return query.call(this, config, ...parameters)
}
