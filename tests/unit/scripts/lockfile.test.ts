import { describe, expect, test } from 'vitest'
import {
  addressedPackages,
  completed,
  type Lockfile,
  missingPackages,
} from '../../../scripts/lockfile/lockfile'

const lockfile: Lockfile = {
  packages: {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/linux-arm-gnueabihf': '2.0.0',
        '@tool/wasm32-wasi': '2.0.0',
        '@tool/linux-x64-musl': '2.0.0',
      },
    },
    'node_modules/tool/node_modules/@tool/linux-x64-musl': { version: '2.0.0', dev: true, optional: true },
  },
}

describe('a lockfile', () => {
  test('lacks the optional packages that have no entry in it', () => {
    expect(missingPackages(lockfile).map(({ name }) => name)).toEqual([
      '@tool/linux-arm-gnueabihf',
      '@tool/wasm32-wasi',
    ])
  })

  test('is completed with what the packages’ names reveal', () => {
    const { packages } = completed(lockfile)
    expect(packages['node_modules/@tool/linux-arm-gnueabihf']).toEqual({
      version: '2.0.0',
      cpu: ['arm'],
      dev: true,
      libc: ['glibc'],
      optional: true,
      os: ['linux'],
    })
    expect(packages['node_modules/@tool/wasm32-wasi']).toEqual({
      version: '2.0.0',
      cpu: ['wasm32'],
      dev: true,
      optional: true,
    })
    expect(missingPackages({ packages })).toEqual([])
  })

  test('is not completed with a range, which would pin nothing', () => {
    const ranged: Lockfile = {
      packages: { 'node_modules/a': { optionalDependencies: { 'a-linux-x64': '^1.0.0' } } },
    }
    expect(() => completed(ranged)).toThrow('exact version')
  })

  test('reveals packages with an address of their own', () => {
    const mixed: Lockfile = {
      packages: {
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { resolved: 'https://mirror.example/b-1.0.0.tgz' },
      },
    }
    expect(addressedPackages(mixed)).toEqual(['node_modules/b'])
  })
})
