import { expect, test } from 'vitest'
import { createFolderGates, silence } from '../../../electron/core/library/folderGates'
import { createFolderLanes } from '../../../electron/core/library/folderLanes'
import { createFakeClock } from '../../support/fakeClock'

/** A call to a drive: it hangs until it is released. */
function hangingCall() {
  let letGo = () => {}
  let runs = 0
  const end = new Promise<string>((resolve) => {
    letGo = () => resolve('late')
  })
  return {
    letGo,
    runs: () => runs,
    run: () => {
      runs += 1
      return end
    },
  }
}

const answer = () => Promise.resolve('here')
const turns = () => new Promise((resolve) => setImmediate(resolve))

function gates() {
  const clock = createFakeClock()
  const changes: string[] = []
  const gates = createFolderGates({
    clock,
    otherCalls: (folder) => (folder === 'busy' ? 1 : 0),
    onChange: (folder) => changes.push(`${folder} ${gates.isSilent(folder) ? 'silent' : 'answers'}`),
  })
  return { ...gates, clock, changes }
}

test('a folder that responds gets one call after another, whatever fails', async () => {
  const { ask, changes, isHanging } = gates()
  let open = 0
  const counted = async () => {
    open += 1
    await turns()
    return open--
  }
  const failing = () => Promise.reject(new Error('EIO'))
  const answers = [ask('a', counted), ask('a', failing).catch(String), ask('a', counted), ask('a', counted)]
  expect(await Promise.all(answers)).toEqual([1, 'Error: EIO', 1, 1])
  expect(changes).toEqual([])
  expect(isHanging()).toBe(false)
})

test('a folder that does not respond in five seconds is silent, and gets at most one call', async () => {
  const { ask, clock, changes, isHanging } = gates()
  const call = hangingCall()
  const asked = [ask('a', call.run), ask('a', call.run), ask('a', call.run)]
  clock.advance(4_999)
  expect(changes).toEqual([])
  clock.advance(1)
  expect(await Promise.all(asked)).toEqual([silence, silence, silence])
  expect(await ask('a', call.run)).toBe(silence)
  expect(call.runs()).toBe(1)
  expect(isHanging()).toBe(true)
  expect(changes).toEqual(['a silent'])
})

test('a silent folder blocks no call to another one', async () => {
  const { ask, clock } = gates()
  void ask('a', hangingCall().run)
  expect(await ask('b', answer)).toBe('here')
  clock.advance(5_000)
  expect(await ask('b', answer)).toBe('here')
})

test('a folder whose call ends at last gets calls again', async () => {
  const { ask, clock, changes, isHanging } = gates()
  const call = hangingCall()
  void ask('a', call.run)
  clock.advance(5_000)
  call.letGo()
  await turns()
  expect(changes).toEqual(['a silent', 'a answers'])
  expect(isHanging()).toBe(false)
  expect(await ask('a', answer)).toBe('here')
})

test('with two calls hanging, a folder that never responded gets none, and one that did gets them', async () => {
  const { ask, clock, changes, isSilent } = gates()
  await ask('known', answer)
  const call = hangingCall()
  void ask('a', call.run)
  void ask('b', hangingCall().run)
  clock.advance(5_000)
  expect(await ask('c', answer)).toBe(silence)
  expect(isSilent('c')).toBe(true)
  expect(await ask('known', answer)).toBe('here')
  expect(await ask('chosen', answer)).toBe(silence)
  expect(await ask('chosen', answer, { isNeeded: true })).toBe('here')

  call.letGo()
  await turns()
  expect(changes.slice(2)).toEqual(['c silent', 'chosen silent', 'c answers', 'chosen answers', 'a answers'])
  expect(await ask('c', answer)).toBe('here')
})

test('other calls that hang in a silent folder count too', async () => {
  const { ask, clock } = gates()
  void ask('busy', hangingCall().run)
  expect(await ask('a', answer)).toBe('here')
  clock.advance(5_000)
  expect(await ask('b', answer)).toBe(silence)
})

test('no caller is left waiting after a stop, which waits for calls that get an answer', async () => {
  const { ask, stop, changes, clock, isHanging } = gates()
  const [answering, silent] = [hangingCall(), hangingCall()]
  const asked = [ask('a', answering.run), ask('a', answer), ask('b', silent.run)]
  const end = stop().then(() => 'ended')
  expect(await Promise.all(asked)).toEqual([silence, silence, silence])
  expect(await ask('c', answer)).toBe(silence)
  answering.letGo()
  expect(await Promise.race([end, turns()])).toBeUndefined()
  expect(isHanging()).toBe(false)
  clock.advance(5_000)
  expect(await end).toBe('ended')
  expect(isHanging()).toBe(true)
  expect(changes).toEqual([])
})

test('two calls at a time are made only where nothing is saved, and while nothing hangs', async () => {
  const clock = createFakeClock()
  const lanes = createFolderLanes()
  const { ask } = createFolderGates({
    clock,
    otherCalls: lanes.running,
    holdOther: lanes.hold,
    onChange() {},
  })
  const callsTo = (folder: string) => ask(folder, async (calls) => calls, { isDouble: true })
  expect(await callsTo('a')).toBe(2)
  expect(await callsTo('b')).toBe(2)
  expect(await ask('a', async (calls) => calls)).toBe(1)
  expect(lanes.isBusy()).toBe(false)

  const saving = hangingCall()
  const saved = lanes.run('a', saving.run)
  expect(await callsTo('a')).toBe(1)
  saving.letGo()
  await saved
  expect(await callsTo('a')).toBe(2)

  // Of four threads for files, the two calls to one drive and one that is saved there take three.
  const calls = hangingCall()
  void ask('a', calls.run, { isDouble: true })
  const saves = [hangingCall(), hangingCall()]
  for (const { run } of saves) void lanes.run('a', run)
  expect(saves.map(({ runs }) => runs())).toEqual([1, 0])
  clock.advance(5_000)
  expect(await callsTo('b')).toBe(1)
})
