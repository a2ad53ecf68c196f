import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const executablePath = process.env.CHROMIUM_PATH ?? known.find((file) => existsSync(file))

const READERS = [
  'browse.e2e.ts',
  'catalogue.e2e.ts',
  'school.e2e.ts',
  'search-engines.e2e.ts',
  'weight.e2e.ts',
]

/** The first file fills the queue that other writers read. The second holds the longest journeys. */
const FIRST_WRITERS = ['long-queue.e2e.ts', 'waiting-list.e2e.ts']

/** These change what every page shows, so they come last; each file has groups of its own. */
const SETTINGS = 'settings-*.e2e.ts'

/** No background traffic, nor a process in reserve for other sites: a page costs ordinary Chromium 8 % less. */
const args = [
  '--no-sandbox',
  '--disable-site-isolation-trials',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export default defineConfig({
  testDir: 'tests/journeys',
  // Readers first: writers add courses.
  projects: [
    { name: 'readers', testMatch: READERS },
    { name: 'first-writers', testMatch: FIRST_WRITERS, dependencies: ['readers'] },
    {
      name: 'writers',
      testMatch: '*.e2e.ts',
      testIgnore: [...READERS, ...FIRST_WRITERS, SETTINGS],
      dependencies: ['readers'],
    },
    { name: 'settings', testMatch: SETTINGS, dependencies: ['first-writers', 'writers'] },
  ],
  globalSetup: './tests/journeys/server.ts',
  fullyParallel: true,
  // More than cores, because journeys wait for e-mails.
  workers: 4,
  retries: 0,
  // For a busy machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // From the global setup.
    baseURL: process.env.SITE_URL,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath && { executablePath }), args },
  },
})
