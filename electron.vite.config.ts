import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { contentPolicy } from './electron/shell/contentPolicy'

const root = import.meta.dirname
const alias = { '@shared': resolve(root, 'shared') }

// Two thirds of what would be read before the window is made: electron-store brings it for schemas and migrations.
const noValidator = resolve(root, 'electron/shell/noValidator.ts')
const unused = { 'ajv/dist/2020.js': noValidator, 'ajv-formats': noValidator, semver: noValidator }

// The trial runtime is Electron 33: its Node is 20.18 and its Chromium 130, older than what Electron 45 carries.
const nodeTarget = 'node20.18'
const browserTarget = 'chrome130'

export default defineConfig({
  main: {
    resolve: { alias: { ...alias, ...unused } },
    build: {
      target: nodeTarget,
      // What is pure is a devDependency, and bundled for a quick start; `dependencies` have binaries and stay outside.
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: resolve(root, 'electron/main.ts'),
          imaging: resolve(root, 'electron/imaging/main.ts'),
          demo: resolve(root, 'electron/demo/main.ts'),
          backup: resolve(root, 'electron/backup/main.ts'),
          tables: resolve(root, 'electron/tables/main.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      target: nodeTarget,
      // A sandboxed preload can require nothing but electron: it has to be one file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: resolve(root, 'electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'renderer'),
    resolve: { alias },
    plugins: [react(), tailwindcss(), policyOfDevServer()],
    build: {
      target: browserTarget,
      outDir: resolve(root, 'out/renderer'),
      minify: true,
      // The content security policy allows no inline data beyond what it names: assets stay files.
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: resolve(root, 'renderer/index.html') } },
    },
  },
})

/** The dev server's page comes with the app's own policy, but for what hot reload needs. Built, the app says it itself. */
function policyOfDevServer(): Plugin {
  const nonce = randomBytes(18).toString('base64')
  return {
    name: 'cyanotype:policy-of-dev-server',
    apply: 'serve',
    config: () => ({
      html: { cspNonce: nonce },
      server: { headers: { 'content-security-policy': contentPolicy({ nonce, hotReload: true }) } },
    }),
  }
}
