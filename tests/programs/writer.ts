import { inTransaction, openDatabase } from '../../app/database/client.server'
import { auditLogs, installationValues } from '../../app/database/schema'

/** Writes until it is killed; printed keys are acknowledged, with their audit entries. */
await openDatabase()
console.log('open')
for (let number = 1; ; number++) {
  const key = `${process.pid}-${number}`
  await inTransaction(async (tx) => {
    await tx.insert(installationValues).values({ key, value: 'scritto' })
    await tx.insert(auditLogs).values({ action: 'create', entityType: 'settings', entityId: key })
  })
  console.log(key)
}
