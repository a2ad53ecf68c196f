import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '../app/database/client.server'
import { embeddedEngine } from '../app/database/embedded.server'
import { applyMigrations } from '../app/database/migrate.server'
import { env } from '../app/runtime/env.server'

/** A new migrated database: embedded, or on the server of `TEST_DATABASE_URL`. */
export async function openTestDatabase(): Promise<void> {
  if (env.databaseUrl) await createOnServer(new URL(env.databaseUrl).pathname.slice(1))
  else await copyTemplate(join(env.dataDir, 'postgres'))
  await openDatabase()
}

/** Creates an empty database, replacing one of this name; returns its address. */
export async function createOnServer(name: string): Promise<string> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const client = new Client(server)
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: name }).href
}

/** Copies a migrated embedded database, kept between runs. */
export async function copyTemplate(directory: string) {
  const template = resolve('node_modules/.cache/test-database', fingerprint())
  if (!existsSync(template)) await makeTemplate(template)
  cpSync(template, directory, { recursive: true })
}

function fingerprint(): string {
  const migrations = readdirSync('migrations').filter((name) => name.endsWith('.sql'))
  const sources = [
    'node_modules/@electric-sql/pglite/package.json',
    ...migrations.map((name) => join('migrations', name)),
  ]
  return sources.reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256')).digest('hex')
}

async function makeTemplate(template: string) {
  const unfinished = `${template}-${process.pid}`
  const engine = embeddedEngine(unfinished)
  await engine.start()
  await applyMigrations(engine.connection)
  // Without durability tests are several times as fast.
  const client = new Client(engine.connection)
  await client.connect()
  await client.query('alter system set fsync = off')
  await client.end()
  await engine.stop()
  rmSync(`${unfinished}.lock`)
  try {
    renameSync(unfinished, template)
  } catch {
    rmSync(unfinished, { recursive: true }) // Another process made it first.
  }
}
