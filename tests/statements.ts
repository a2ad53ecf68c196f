import { Client } from 'pg'

/** Rewrites the text of every statement. @returns what ends it */
export function rewriteStatements(rewrite: (text: string, values: unknown) => string): () => void {
  const { query } = Client.prototype
  const rewritten = (statement: unknown, values: unknown): unknown => {
    if (typeof statement === 'string') return rewrite(statement, values)
    if (typeof statement !== 'object' || statement === null || !('text' in statement)) return statement
    return { ...statement, text: rewritten(statement.text, values) }
  }
  Client.prototype.query = function (this: Client, statement: unknown, ...parameters: unknown[]) {
    return Reflect.apply(query, this, [rewritten(statement, parameters[0]), ...parameters])
  } as typeof query
  return () => {
    Client.prototype.query = query
  }
}
