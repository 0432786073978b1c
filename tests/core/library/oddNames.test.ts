import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import type { NewImage } from '../../../electron/core/library/library'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { memoryLogger } from '../../support/testPorts'
import { libraryHarness } from './libraryHarness'

test.each([
  ['two dots in its name', 'wait..what', {}],
  ['a name of other signs', "it's *new*? [1] ~ %2e %2e", {}],
  ['a zero byte in its prompt', 'x', { asked: { model: 'm', prompt: 'a\0b', mode: 'direct' } }],
  ['half a character in its words', 'x', { revisedPrompt: '\ud800', connectionName: '\udfff' }],
  ['nothing where words may be', 'x', { connectionName: '', connectionId: '', taskId: '' }],
  ['the last of all times', 'x', { createdAt: 253_402_300_799_999, tookMs: Number.MAX_SAFE_INTEGER }],
  [
    'zeros in its names',
    'x',
    { connectionName: '\0', connectionId: '\0', taskId: '\0', revisedPrompt: '\0' },
  ],
  ['a list without an end', 'x', { asked: { model: '', prompt: '', mode: 'direct', n: 1, image: [] } }],
] as const)(
  'an image with %s is adopted once, and is no damage at the next start',
  async (_, words, over) => {
    const { open, folder, image, pixels } = await libraryHarness()
    const root = join(folder, 'library')
    const made = { ...image(), ...(over as Partial<NewImage>) }
    const file = `2019/2019-01-02/${words}-${made.jobId}-1.png`
    await mkdir(join(root, dirname(file)), { recursive: true })
    await writeFile(join(root, file), pixels)
    const records = join(root, '.cyanotype/records')
    await mkdir(records, { recursive: true })
    await writeFile(join(records, `${made.jobId}-1.json`), JSON.stringify({ version: 1, file, image: made }))

    const path = join(folder, 'own.db')
    const logger = memoryLogger()
    const connect = () => openDatabase({ path, migrations, clock: realClock, logger }).db
    const first = connect()
    const { library } = open({ db: first })
    await library.start()
    await eventually(async () => (await library.page({ text: '' }, 0, 10)).rows.length === 1, {
      what: 'the image',
    })
    await library.stop()
    first.close()

    const again = connect()
    onTestFinished(() => again.close())
    expect(logger.lines.filter(({ event }) => event.startsWith('database.'))).toEqual([])
    expect(again.all('SELECT id FROM images')).toHaveLength(1)
  },
)
