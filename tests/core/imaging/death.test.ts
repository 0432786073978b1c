import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { temporaryFolder } from '../../support/temporaryFolder'
import { startImaging } from './imagingHarness'
import { encoded, fileOf } from './samples'

describe('an imaging process that is killed', () => {
  test('is restarted, and every request is answered', async () => {
    const { imaging, processes } = await startImaging()
    const path = fileOf(temporaryFolder(), 'a.png', await encoded('png', 1500, 1500))
    const answers = Promise.all(Array.from({ length: 6 }, () => imaging.inspect(path)))
    const child = await eventually(() => processes.running('imaging')[0])
    child?.kill('SIGKILL')
    expect(await answers).toHaveLength(6)
    expect(processes.started('imaging')).toBe(2)
  })

  test('is started neither before it is needed nor after it was stopped', async () => {
    const { imaging, processes } = await startImaging()
    expect(processes.started('imaging')).toBe(0)
    const path = fileOf(temporaryFolder(), 'a.png', await encoded('png', 10, 10))
    await imaging.inspect(path)
    await imaging.stop()
    expect(processes.running('imaging')).toEqual([])
    expect(await failureCode(imaging.inspect(path))).toBe('interrupted')
    expect(processes.started('imaging')).toBe(1)
  })
})
