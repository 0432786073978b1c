import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preferenceDefaults } from '@shared/model/preferences'
import { describe, expect, it } from 'vitest'
import { createSettingsStore } from '../../electron/shell/settingsStore'
import { mountSmallDisk } from '../support/smallDisk'
import { temporaryFolder } from './temporaryFolder'

const write = (folder: string, text: string) => writeFileSync(join(folder, 'settings.json'), text)

describe('the settings store', () => {
  it('starts with the defaults', () => {
    const settings = createSettingsStore(temporaryFolder())
    expect(settings.read()).toEqual(preferenceDefaults)
    expect(settings.readBounds()).toBeNull()
  })

  it('keeps what was changed for the next start, and tells', () => {
    const folder = temporaryFolder()
    const settings = createSettingsStore(folder)
    const told: string[] = []
    settings.onChange(({ theme }) => told.push(theme))
    settings.change({ theme: 'dark' })
    settings.change({ composeWidth: 400 })
    settings.writeBounds({ x: 10, y: 20, width: 1000, height: 700, maximized: true })

    const next = createSettingsStore(folder)
    expect(told).toEqual(['dark', 'dark'])
    expect(next.read()).toEqual({ ...preferenceDefaults, theme: 'dark', composeWidth: 400 })
    expect(next.readBounds()).toEqual({ x: 10, y: 20, width: 1000, height: 700, maximized: true })
  })

  it('refuses a value that does not fit and keeps the one before', () => {
    const settings = createSettingsStore(temporaryFolder())
    expect(() => settings.change({ composeWidth: 5 })).toThrow()
    expect(settings.read()).toEqual(preferenceDefaults)
  })

  it('lets one value that does not fit fall back and keeps the others', () => {
    const folder = temporaryFolder()
    write(
      folder,
      JSON.stringify({ preferences: { theme: 'pink', notifications: false }, window: { x: 'left' } }),
    )
    const settings = createSettingsStore(folder)
    expect(settings.read()).toEqual({ ...preferenceDefaults, notifications: false })
    expect(settings.readBounds()).toBeNull()
  })

  it.each([
    ['a file cut short', '{"preferences": {"theme": "da'],
    ['a file of zeros', '\0\0\0\0'],
    ['an empty file', ''],
    ['a list', '[1, 2]'],
  ])('keeps %s beside the new one and starts with the defaults', (_, text) => {
    const folder = temporaryFolder()
    write(folder, text)
    const settings = createSettingsStore(folder)
    expect(settings.read()).toEqual(preferenceDefaults)
    settings.change({ theme: 'light' })
    const kept = readdirSync(folder).filter((name) => /^settings\.damaged-\d+\.json$/.test(name))
    expect(kept).toHaveLength(1)
    expect(readFileSync(join(folder, kept[0] ?? ''), 'utf8')).toBe(text)
    expect(createSettingsStore(folder).read().theme).toBe('light')
  })

  it('keeps in memory what a full disk takes no more, says so once, and writes it with the next change', async ({
    skip,
  }) => {
    const folder = temporaryFolder()
    const disk = mountSmallDisk(folder, 4)
    if ('refused' in disk) {
      console.log(`No disk to fill: ${disk.refused}`)
      return skip(disk.refused)
    }
    try {
      createSettingsStore(folder).change({ theme: 'dark' })
      await disk.fill(0)
      const settings = createSettingsStore(folder)
      const changed: string[] = []
      const problems: (string | null)[] = []
      settings.onChange(({ galleryLayout }) => changed.push(galleryLayout))
      settings.onProblem((problem) => problems.push(problem?.code ?? null))
      settings.change({ galleryLayout: 'grid' })
      settings.change({ composeWidth: 400 })
      settings.writeBounds({ x: 10, y: 20, width: 1000, height: 700, maximized: false })
      expect(settings.read()).toMatchObject({ theme: 'dark', galleryLayout: 'grid', composeWidth: 400 })
      expect(changed).toEqual(['grid', 'grid'])
      expect(problems).toEqual(['preferencesUnwritten'])
      expect(createSettingsStore(folder).read()).toMatchObject({ theme: 'dark', galleryLayout: 'rows' })
      expect(readdirSync(folder).sort()).toEqual(['filler', 'settings.json'])

      await disk.clear()
      settings.change({ notifications: false })
      expect(problems).toEqual(['preferencesUnwritten', null])
      const next = createSettingsStore(folder)
      expect(next.read()).toEqual(settings.read())
      expect(next.readBounds()).toEqual({ x: 10, y: 20, width: 1000, height: 700, maximized: false })
    } finally {
      disk.unmount()
    }
  })

  it('tells of a problem that was there before it was asked', async ({ skip }) => {
    const folder = temporaryFolder()
    const disk = mountSmallDisk(folder, 4)
    if ('refused' in disk) return skip(disk.refused)
    try {
      await disk.fill(0)
      const settings = createSettingsStore(folder)
      settings.change({ theme: 'dark' })
      const problems: (string | null)[] = []
      settings.onProblem((problem) => problems.push(problem?.code ?? null))
      expect(problems).toEqual(['preferencesUnwritten'])
    } finally {
      disk.unmount()
    }
  })
})
