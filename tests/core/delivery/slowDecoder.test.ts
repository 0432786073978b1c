import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { setUp } from './deliveryHarness'

/**
 * A delivery whose decoder stalls as soon as it gets a request, as when it reads from a slow drive. With
 * SIGKILL it is killed instead, as the system does when memory runs short.
 */
async function slow(signal: 'SIGSTOP' | 'SIGKILL' = 'SIGSTOP') {
  const context = await setUp()
  const { clock, setbacks, processes } = context
  const { start } = processes
  let standstills = 0
  let standsStill = true
  processes.start = (entry, args) => {
    const channel = start(entry, args)
    // This listener runs before the one that sends the request.
    channel.onMessage(() => {
      if (!standsStill || processes.started(entry) === standstills) return
      standstills += 1
      processes.running(entry).at(-1)?.kill(signal)
    })
    return channel
  }
  let tried = 0
  return {
    ...context,
    /** Lets a decoder's time limit pass, until that has a consequence. */
    async decodeInVain(consequence: () => boolean) {
      tried += 1
      await eventually(() => standstills === tried, { what: 'a decoder that stands still' })
      // Second by second, because files are checked in real time meanwhile.
      await eventually(
        () => {
          if (consequence()) return true
          clock.advance(1_000)
          return false
        },
        { what: `a consequence of try ${tried}` },
      )
    },
    goOn() {
      standsStill = false
    },
    /** Lets the time pass until the next try. */
    tryAgain() {
      const setback = setbacks.at(-1)?.setback
      if (setback === undefined || !('notBefore' in setback)) return expect.unreachable()
      clock.advance(setback.notBefore - clock.now() + 1_000)
    },
  }
}

describe('an image whose decoding never ends', () => {
  test('keeps its file, and is retried until the user is needed, and after that', async () => {
    const { delivery, setbacks, saved, folder, pixels, decodeInVain, goOn, tryAgain } = await slow()
    const incoming = join(folder, 'library/.cyanotype/incoming')
    delivery.start()
    // The first time, others may have been in its way.
    for (const [tries, kind] of ['later', 'later', 'later', 'stuck'].entries()) {
      await decodeInVain(() => setbacks.length > tries)
      expect(setbacks[tries]).toMatchObject({
        setback: { kind, error: { code: 'imageSlow', retry: 'free' } },
      })
      const part = (await readdir(incoming)).find((name) => name.endsWith('.part')) ?? ''
      expect(await readFile(join(incoming, part))).toEqual(pixels)
      if (kind === 'stuck') goOn()
      tryAgain()
    }
    await eventually(() => saved.get('0'), { what: 'the image' })
  })

  test('is left as it is when the drive is the problem', async () => {
    const { delivery, setbacks, holds, folder, ports, decodeInVain } = await slow()
    delivery.start()
    await writeFile(join(folder, 'file'), '')
    ports.preferences.change({ libraryPath: join(folder, 'file', 'library') })
    await decodeInVain(() => holds.length > 0)
    expect(holds).toMatchObject([{ code: 'libraryUnwritable' }])
    expect(setbacks).toEqual([])
  })
})

test('an image whose decoder is killed again and again keeps its file and is retried', async () => {
  const { delivery, setbacks, saved, goOn, tryAgain } = await slow('SIGKILL')
  delivery.start()
  for (const [tries, kind] of ['later', 'later', 'later', 'stuck'].entries()) {
    await eventually(() => setbacks.length > tries, { what: `setback ${tries + 1}` })
    expect(setbacks[tries]).toMatchObject({ setback: { kind, error: { code: 'decoderEnded' } } })
    if (kind === 'stuck') goOn()
    tryAgain()
  }
  await eventually(() => saved.get('0'), { what: 'the image' })
})
