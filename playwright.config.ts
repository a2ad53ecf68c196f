import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = process.env.CHROMIUM_PATH ?? known.find((file) => existsSync(file))

/** A browser that talks to the site and to nobody else. */
const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/journeys/server.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // On a machine that does other things too.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Set by the global setup, before the workers read this file again.
    baseURL: process.env.SITE_URL,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args },
  },
})
