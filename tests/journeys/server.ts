import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/postgres.mjs'
import { startBuiltSite } from '../built-site'
import { openMailbox } from './mailbox'

/** The first start creates the embedded database and its demo data, on a machine that does other things too. */
const PATIENCE = 60_000

/**
 * Starts what the journeys need, once for all of them: a mail server and the built site with data of its own.
 * Tells the workers by SITE_URL and MAILBOX; returns what ends it all.
 */
export default async function startSite() {
  const folder = await mkdtemp(join(tmpdir(), 'journeys-mail-'))
  const mailbox = await openMailbox(join(folder, 'mail.jsonl'))
  const port = await freePort()
  const closeMailbox = async () => {
    await mailbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  const env = { SMTP_URL: mailbox.url }
  const site = await startBuiltSite('journeys', { port, patience: PATIENCE, env }).catch(async (error) => {
    await closeMailbox()
    throw error
  })
  process.env.SITE_URL = `http://localhost:${port}`
  process.env.MAILBOX = mailbox.file
  return () => site.stop().finally(closeMailbox)
}
