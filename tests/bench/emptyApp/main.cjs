const { app, BrowserWindow } = require('electron')

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } })
  window.loadURL('data:text/html,<!doctype html><title>Empty</title><button>Usable</button>')
})
