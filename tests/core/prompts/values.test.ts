import { describe, expect, test } from 'vitest'
import { createDamagedRows } from '../../../electron/core/db/damage/damagedRows'
import { restoreHierarchy } from '../../../electron/core/db/damage/lostParents'
import { migrations } from '../../../electron/core/db/migrations'
import { migrate } from '../../../electron/core/db/opening/migrate'
import { connect } from '../../../electron/core/db/sqlite'
import { openPrompts } from './promptsHarness'

describe('models and sizes', () => {
  test('are offered per connection, the most recently used first', () => {
    const { prompts, record } = openPrompts()
    record('a', { model: 'aurora-2', size: '1024x1024' })
    record('b', { model: 'sketch-1', size: '800x600' })
    record('c', { model: 'aurora-2' })
    record('d', { connectionId: 'two', model: 'other' })
    expect(prompts.values.used('one')).toEqual({
      model: ['aurora-2', 'sketch-1'],
      size: ['800x600', '1024x1024'],
    })
    expect(prompts.values.used('two')).toEqual({ model: ['other'], size: [] })
  })

  test('are limited to the last twenty', () => {
    const { prompts, record } = openPrompts()
    for (let i = 1; i <= 25; i++) record('a', { model: `model-${i}` })
    const { model } = prompts.values.used('one')
    expect(model).toHaveLength(20)
    expect([model[0], model.at(-1)]).toEqual(['model-25', 'model-6'])
  })

  test('are forgotten one by one', () => {
    const { prompts, record } = openPrompts()
    for (const model of ['aurora-2', 'aurora-3']) record('a', { model })
    prompts.values.forgetUsed('one', 'model', 'aurora-2')
    expect(prompts.values.used('one').model).toEqual(['aurora-3'])
  })

  test('disappear with a connection that a salvage could not read', () => {
    const connection = connect(':memory:')
    connection.exec('PRAGMA foreign_keys = OFF')
    migrate(connection, migrations)
    connection.exec(`INSERT INTO used_values (connection_id, field, value) VALUES ('lost', 'model', 'm')`)
    restoreHierarchy(connection, createDamagedRows(connection, 0))
    expect(connection.prepare('SELECT * FROM used_values').all()).toEqual([])
    expect(connection.prepare('PRAGMA foreign_key_check').all()).toEqual([])
  })
})

describe('values of variables', () => {
  test('are the last ones entered for a name, ignoring case', () => {
    const { prompts, record } = openPrompts()
    record('{{Colour}} {{place}}', { variables: { colour: 'red\nblue', place: 'a beach' } })
    record('{{colour}} {{place}}', { variables: { colour: 'green', place: ' ', mood: 'not in it' } })
    expect(prompts.values.valuesOf(['COLOUR', 'place', 'mood'])).toEqual({
      COLOUR: 'green',
      place: 'a beach',
    })
  })

  test('are kept for the last thousand names', () => {
    const { db, prompts } = openPrompts()
    db.transaction(() => {
      for (let i = 1; i <= 1001; i++) prompts.values.addValue(`name ${i}`, 'x')
    })
    expect(prompts.values.valuesOf(['name 1', 'name 2'])).toEqual({ 'name 2': 'x' })
  })
})

describe('recording', () => {
  test('is announced once', () => {
    const { record, announced } = openPrompts()
    record('{{colour}}', { size: '1x1', variables: { colour: 'red' } })
    expect(announced()).toBe(1)
  })

  test('that fails keeps nothing, and can be repeated', () => {
    const { db, record, openings, announced } = openPrompts()
    const fill = (isFull: boolean) => db.get(`PRAGMA query_only = ${isFull ? 'ON' : 'OFF'}`)
    fill(true)
    expect(() => record('a fern')).toThrow('readonly')
    expect(openings()).toEqual([])
    expect(announced()).toBe(0)
    fill(false)
    record('a fern')
    expect(openings()).toEqual(['a fern'])
  })
})
