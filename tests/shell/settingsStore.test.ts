import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preferenceDefaults } from '@shared/model/preferences'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSettingsStore } from '../../electron/shell/settingsStore'
import { mountSmallDisk } from '../support/smallDisk'
import { temporaryFolder } from './temporaryFolder'

const write = (folder: string, text: string) => writeFileSync(join(folder, 'settings.json'), text)

describe('the settings store', () => {
  test('starts with the defaults', () => {
    const settings = createSettingsStore(temporaryFolder())
    expect(settings.read()).toEqual(preferenceDefaults)
    expect(settings.readBounds()).toBeNull()
  })

  test('keeps changes for the next start, and announces them', () => {
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

  test('refuses an invalid value and keeps the previous one', () => {
    const settings = createSettingsStore(temporaryFolder())
    expect(() => settings.change({ composeWidth: 5 })).toThrow()
    expect(settings.read()).toEqual(preferenceDefaults)
  })

  test('replaces one invalid value with its default and keeps the others', () => {
    const folder = temporaryFolder()
    write(
      folder,
      JSON.stringify({ preferences: { theme: 'pink', notifications: false }, window: { x: 'left' } }),
    )
    const settings = createSettingsStore(folder)
    expect(settings.read()).toEqual({ ...preferenceDefaults, notifications: false })
    expect(settings.readBounds()).toBeNull()
  })

  test.each([
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
})

test('settings that can’t be read keep nobody from starting, are reported, and stay as they are', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'settings.json')
  symlinkSync(path, path)
  const settings = createSettingsStore(folder)
  const told: (string | null)[] = []
  settings.onUnwritten((error) => told.push(`${error?.code} ${error?.detail?.cause}`))
  expect(settings.read()).toEqual(preferenceDefaults)
  expect(settings.change({ theme: 'dark' }).theme).toBe('dark')
  settings.writeBounds({ x: 10, y: 20, width: 1000, height: 700, maximized: false })
  expect(settings.readBounds()).toBeNull()
  expect(told).toEqual(['settingsUnread ELOOP'])
  expect(readdirSync(folder)).toEqual(['settings.json'])
})

describe('settings on a disk that is full', () => {
  test('are kept in memory, reported once, and written with the next change for which there is room', async (context) => {
    const folder = temporaryFolder()
    const disk = mountSmallDisk(folder, 2)
    if ('refused' in disk) return context.skip(`no disk can be mounted here: ${disk.refused}`)
    onTestFinished(() => disk.unmount())
    const settings = createSettingsStore(folder)
    const told: (string | null)[] = []
    const changed: string[] = []
    settings.onUnwritten((error) => told.push(error?.code ?? null))
    settings.onChange(({ theme }) => changed.push(theme))
    const bounds = { x: 10, y: 20, width: 1000, height: 700, maximized: false }
    await disk.fill(0)

    expect(settings.change({ theme: 'dark' }).theme).toBe('dark')
    settings.writeBounds(bounds)
    expect(settings.read().theme).toBe('dark')
    expect([told, changed]).toEqual([['settingsUnwritten'], ['dark']])
    const late: (string | null)[] = []
    settings.onUnwritten((error) => late.push(error?.code ?? null))
    expect(late).toEqual(['settingsUnwritten'])

    await disk.clear()
    settings.change({ composeWidth: 400 })
    expect(told).toEqual(['settingsUnwritten', null])
    expect(createSettingsStore(folder).read()).toMatchObject({ theme: 'dark', composeWidth: 400 })
  })
})
