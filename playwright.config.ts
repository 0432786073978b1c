import { defineConfig } from '@playwright/test'
import { takeOwnDisplay, workers } from './scripts/testRun/displays.ts'

takeOwnDisplay()

export default defineConfig({
  outputDir: '.cache/playwright',
  globalSetup: './scripts/testRun/playwrightSetup.ts',
  workers,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list']],
  projects: [
    { name: 'e2e', testDir: 'tests/e2e' },
    // Installs what `npm run make` made, which takes its time.
    { name: 'package', testDir: 'tests/package', timeout: 300_000 },
  ],
})
