import { describe, expect, test } from 'vitest'
import { sourceFiles } from './sourceFiles'
import { unheard } from './unheard'

test('in the window, every refusal is heard', () => {
  const files = sourceFiles().filter(({ path }) => /^renderer\/.*\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap(unheard)).toEqual([])
})

describe('a refusal that nobody hears is found:', () => {
  test.each([
    ["void client.call('queue.pause', null)", 'void client.call()'],
    ["const pause = () => void stores.client.call('queue.pause', null)", 'void client.call()'],
    ["void client.call('queue.pause', null).then(show)", 'void call.then()'],
    ["void client.call('queue.pause', null).finally(show)", 'void call.finally()'],
    ['void queue.togglePause()', 'void queue.togglePause()'],
    ['void save()', 'void save()'],
    ["<Button onClick={() => client.call('queue.pause', null)} />", 'onClick'],
    ['<Button onClick={async () => { await queue.togglePause() }} />', 'onClick'],
  ])('%s', (text, what) => {
    expect(unheard({ path: 'planted.tsx', text })).toEqual([`planted.tsx: ${what}`])
  })

  test.each([
    "void act(() => client.call('queue.pause', null))",
    "void client.call('queue.pause', null).catch(show)",
    "void client.call('queue.pause', null).then(show, tell)",
    'void queue.refresh()',
    'const none = void 0',
    "<Button onClick={() => act(() => client.call('queue.pause', null))} />",
    "const resume = { run: () => client.call('queue.resume', null) }",
  ])('but not %s', (text) => {
    expect(unheard({ path: 'planted.tsx', text })).toEqual([])
  })
})
