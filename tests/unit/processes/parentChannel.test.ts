import { EventEmitter } from 'node:events'
import { parentChannel } from '@shared/processes/parentChannel'
import { describe, expect, test } from 'vitest'

describe('the channel to the parent', () => {
  test('uses parentPort in a utility process', () => {
    const sent: unknown[] = []
    const heard: unknown[] = []
    const parentPort = Object.assign(new EventEmitter(), {
      postMessage: (message: unknown) => void sent.push(message),
    })
    const channel = parentChannel(Object.assign(new EventEmitter(), { parentPort }))
    channel.onMessage((message) => heard.push(message))
    channel.send('out')
    parentPort.emit('message', { data: 'in' })
    expect([sent, heard]).toEqual([['out'], ['in']])
  })

  test('uses IPC in a plain child, and reports when the parent is gone', () => {
    const sent: unknown[] = []
    const heard: unknown[] = []
    const side = Object.assign(new EventEmitter(), {
      send: (message: unknown) => sent.push(message) > 0,
    })
    const channel = parentChannel(side)
    channel.onMessage((message) => heard.push(message))
    channel.onClosed(() => heard.push('closed'))
    channel.send('out')
    side.emit('message', 'in')
    side.emit('disconnect')
    expect([sent, heard]).toEqual([['out'], ['in', 'closed']])
  })
})
