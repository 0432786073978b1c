const { readFile } = require('node:fs/promises')
const { join } = require('node:path')
const { app, BrowserWindow, protocol } = require('electron')

const folder = process.env.PLAIN_PAGE
const types = { html: 'text/html', webp: 'image/webp', png: 'image/png', jpeg: 'image/jpeg' }

protocol.registerSchemesAsPrivileged([{ scheme: 'plain', privileges: { standard: true, secure: true } }])

app.whenReady().then(() => {
  protocol.handle('plain', async ({ url }) => {
    const { pathname } = new URL(url)
    const type = types[pathname.split('.').at(-1)]
    return new Response(await readFile(join(folder, pathname)), {
      headers: { 'content-type': type, 'cache-control': 'private, max-age=31536000, immutable' },
    })
  })
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } })
  window.loadURL('plain://page/index.html')
})
