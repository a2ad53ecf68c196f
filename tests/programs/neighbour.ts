import type { AddressInfo } from 'node:net'
import { watchPages } from '../../app/database/changes.server'
import { db, openDatabase } from '../../app/database/client.server'
import { courses } from '../../app/database/schema'
import { httpApp } from '../../app/http/http.server'
import { listen } from '../../app/http/listen.server'
import { pageCache } from '../../app/http/page-cache.server'

/**
 * One of several server processes on a database, with a single page: the titles of the courses, which whoever posts to
 * it sets. Prints its address. With DEAF it does not listen to what the others change. (A program for `aProgram`.)
 */
await openDatabase()
const pages = pageCache()
if (!process.env.DEAF) await watchPages(pages)

const { fetch } = httpApp({
  pages,
  render: async (request) => {
    if (request.method === 'POST') await db.update(courses).set({ title: await request.text() })
    const titles = await db.select({ title: courses.title }).from(courses)
    const headers = { 'Content-Type': 'text/html; charset=utf-8' }
    return new Response(`<!DOCTYPE html>${titles.map(({ title }) => title).join()}`, { headers })
  },
})
const server = listen({ fetch, pages, port: 0, hostname: '127.0.0.1' }, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
