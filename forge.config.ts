import { FusesPlugin } from '@electron-forge/plugin-fuses'
import type { ForgeConfig } from '@electron-forge/shared-types'
import { findElectronRuntime } from './scripts/electronRuntime/electronRuntime.ts'
import { fuses } from './scripts/packaging/fuses.ts'
import { iconFile, resourcesFolder } from './scripts/packaging/icons.ts'
import { placeLicence } from './scripts/packaging/licences.ts'
import { createIgnore } from './scripts/packaging/packagedFiles.ts'
import { runtimeZipFolder } from './scripts/packaging/runtimeZip.ts'
import { markTrial } from './scripts/packaging/trialNames.ts'
import { manifest, pinnedVersion } from './scripts/project.ts'

export default async function forgeConfig(): Promise<ForgeConfig> {
  const runtime = await findElectronRuntime()
  const trial = runtime.version !== pinnedVersion('electron')
  return {
    outDir: 'release',
    packagerConfig: {
      name: 'Cyanotype',
      executableName: manifest.name,
      electronZipDir: await runtimeZipFolder(runtime),
      asar: { unpack: '**/{*.node,node_modules/@img/sharp-wasm32/**}' },
      ignore: createIgnore(),
      prune: false,
    },
    // All native parts speak Node-API: nothing has to be built for this Electron.
    rebuildConfig: { onlyModules: [] },
    makers: [
      {
        name: '@electron-forge/maker-deb',
        config: {
          options: {
            name: manifest.name,
            productName: 'Cyanotype',
            genericName: 'Image generation client',
            bin: manifest.name,
            maintainer: 'Cyanotype contributors',
            // Sorts before the release of the same number, which then replaces it.
            version: trial ? `${manifest.version}~trial` : manifest.version,
            // The smaller xz takes minutes, which only a release is worth.
            compression: trial ? 'zstd' : 'xz',
            section: 'graphics',
            categories: ['Graphics'],
            icon: {
              '16x16': iconFile(16),
              '24x24': iconFile(24),
              '32x32': iconFile(32),
              '48x48': iconFile(48),
              '64x64': iconFile(64),
              '128x128': iconFile(128),
              '256x256': iconFile(256),
              '512x512': iconFile(512),
              scalable: `${resourcesFolder}/icon.svg`,
            },
            depends: [
              'libasound2t64 | libasound2',
              'libatk-bridge2.0-0',
              'libcups2',
              // Satisfies the choice of trash tools that the installer adds, which else may bring in a whole desktop.
              'libglib2.0-bin',
            ],
            recommends: [
              'gnome-keyring | libsecret-service',
              // Prompts in Chinese, Japanese and Korean, and emoji, are boxes without them.
              'fonts-noto-cjk',
              'fonts-noto-color-emoji',
            ],
          },
        },
      },
      { name: '@electron-forge/maker-zip', platforms: ['linux'], config: {} },
    ],
    plugins: [new FusesPlugin(fuses)],
    hooks: {
      postPackage: async (_config, { outputPaths }) => {
        for (const folder of outputPaths) await placeLicence(folder)
      },
      postMake: async (_config, results) => (trial ? Promise.all(results.map(markTrial)) : results),
    },
  }
}
