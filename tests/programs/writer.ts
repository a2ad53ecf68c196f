import { inTransaction, openDatabase } from '../../app/database/client.server'
import { auditLogs, settings } from '../../app/database/schema'

/**
 * A process to be killed: it opens the database, says 'open', and goes on writing. Each key that it prints was
 * acknowledged, together with its entry in the activity log. (A program for `aProgram`.)
 */
await openDatabase()
console.log('open')
for (let number = 1; ; number++) {
  const key = `${process.pid}-${number}`
  await inTransaction(async (tx) => {
    await tx.insert(settings).values({ key, value: 'scritto' })
    await tx.insert(auditLogs).values({ action: 'create', entityType: 'settings', entityId: key })
  })
  console.log(key)
}
