import { defineConfig } from '@playwright/test'
import { takeOwnDisplay, workers } from './scripts/testRun/displays.ts'
import { testMs, waitMs } from './scripts/testRun/patience.ts'
import { keepFilesInMemory } from './scripts/testRun/temporary.ts'

takeOwnDisplay()
keepFilesInMemory()

/** A long file that starts last leaves one worker idle. */
const long = /[/\\](longGallery|layout|accessibility|galleryFlow|quitWhileDirect|offline)\.test\.ts$/
const e2e = { name: 'e2e', testDir: 'tests/e2e' }

export default defineConfig({
  outputDir: '.cache/playwright',
  globalSetup: './scripts/testRun/playwrightSetup.ts',
  workers,
  timeout: testMs,
  expect: { timeout: waitMs },
  forbidOnly: process.env.CI === 'true',
  reporter: [['list']],
  projects: [
    { ...e2e, testMatch: long },
    { ...e2e, testIgnore: long },
    { name: 'package', testDir: 'tests/package' },
  ],
})
