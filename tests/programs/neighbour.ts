import type { AddressInfo } from 'node:net'
import { watchContentChanges } from '../../app/database/changes.server'
import { db, openDatabase } from '../../app/database/client.server'
import { courses } from '../../app/database/schema'
import { createHttpApp } from '../../app/http/http.server'
import { listen } from '../../app/http/listen.server'
import { createPageCache } from '../../app/http/page-cache.server'
import { env } from '../../app/runtime/env.server'
import { isPreparing } from '../../app/site/preparing.server'
import { siteSettings } from '../../app/site/settings'
import { reloadSettings } from '../../app/site/snapshot.server'

/**
 * A server process with one page, the titles of the courses and the school's motto; a POST sets the titles. Prints its address. With DEAF it does
 * not listen for changes; with PUBLIC it is a public site, which lacks its data at first.
 */
env.isPublic = Boolean(process.env.PUBLIC)
await openDatabase()
await reloadSettings()
const pages = createPageCache()
if (!process.env.DEAF) await watchContentChanges(pages, reloadSettings)

const { fetch } = createHttpApp({
  pages,
  render: async (request) => {
    if (request.method === 'POST') await db.update(courses).set({ title: await request.text() })
    const titles = await db.select({ title: courses.title }).from(courses)
    if (isPreparing()) {
      // With a time to return the page that was kept does not stand in for it.
      return new Response('in preparazione', { status: 503, headers: { 'Retry-After': '3600' } })
    }
    const headers = { 'Content-Type': 'text/html; charset=utf-8' }
    const { tagline } = siteSettings().company
    return new Response(`<!DOCTYPE html>${titles.map(({ title }) => title).join()} ${tagline}`, { headers })
  },
})
const server = listen({ fetch, pages, port: 0, hostname: '127.0.0.1' }, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
