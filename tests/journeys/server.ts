import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/postgres.mjs'
import { startBuiltSite } from '../built-site'
import { openMailbox } from './mailbox'

/** The first start creates database and demo data. */
const PATIENCE = 180_000

/** Starts mail server and built site for all journeys; sets SITE_URL and MAILBOX. */
export default async function startSite() {
  const folder = await mkdtemp(join(tmpdir(), 'journeys-mail-'))
  const mailbox = await openMailbox(join(folder, 'mail.jsonl'))
  const port = await freePort()
  const closeMailbox = async () => {
    await mailbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  // Six seconds to take a decision back.
  const env = { SMTP_URL: mailbox.url, UNDO_MINUTES: '0.1' }
  const site = await startBuiltSite('journeys', { port, patience: PATIENCE, env }).catch(async (error) => {
    await closeMailbox()
    throw error
  })
  process.env.SITE_URL = `http://localhost:${port}`
  process.env.MAILBOX = mailbox.file
  return () => site.stop().finally(closeMailbox)
}
