import { describe, expect, test } from 'vitest'
import { openPrompts } from './promptsHarness'

const portrait = { name: 'Portrait', prompt: 'A portrait of {{who}}', variables: { who: 'Ada\nGrace' } }
const once = { replace: false }

function openTemplates() {
  const { templates } = openPrompts().prompts
  const names = (text = '') => templates.search({ text, offset: 0, limit: 100 }).rows.map(({ name }) => name)
  return { templates, names }
}

describe('templates', () => {
  test('keep a prompt with the values of its variables', () => {
    const { templates } = openTemplates()
    const id = templates.save(portrait, once)
    expect(templates.read(id)).toEqual({ id, ...portrait })
  })

  test('keep no values for variables their prompt does not name', () => {
    const { templates } = openTemplates()
    const id = templates.save({ ...portrait, variables: { who: 'Ada', where: 'a garden' } }, once)
    expect(templates.read(id).variables).toEqual({ who: 'Ada' })
  })

  test('are listed by name, ignoring case, and found by name and prompt', () => {
    const { templates, names } = openTemplates()
    for (const name of ['zebra', 'Apple', 'banana']) {
      templates.save({ name, prompt: `A picture of a ${name}, 水彩`, variables: {} }, once)
    }
    expect(names()).toEqual(['Apple', 'banana', 'zebra'])
    expect(names('彩 BANANA')).toEqual(['banana'])
  })

  test('are not replaced unasked', () => {
    const { templates, names } = openTemplates()
    const id = templates.save(portrait, once)
    const other = { ...portrait, prompt: 'Another', variables: {} }
    expect(() => templates.save(other, once)).toThrow('templateNameTaken')
    expect(templates.read(id)).toEqual({ id, ...portrait })
    expect(templates.save(other, { replace: true })).toBe(id)
    expect(templates.read(id)).toEqual({ id, ...other })
    expect(names('portrait')).toEqual(['Portrait'])
    expect(names('grace')).toEqual([])
  })

  test('can be renamed, but not to a name in use', () => {
    const { templates, names } = openTemplates()
    const id = templates.save(portrait, once)
    templates.save({ ...portrait, name: 'Landscape' }, once)
    expect(() => templates.rename(id, 'Landscape')).toThrow('templateNameTaken')
    templates.rename(id, 'Portrait')
    templates.rename(id, 'People')
    expect(names()).toEqual(['Landscape', 'People'])
    expect(names('people')).toEqual(['People'])
    expect(() => templates.rename('gone', 'Any')).toThrow('rowMissing')
  })

  test('can be deleted and restored', () => {
    const { templates, names } = openTemplates()
    const id = templates.save(portrait, once)
    templates.remove(id)
    expect(names()).toEqual([])
    expect(() => templates.read(id)).toThrow('rowMissing')
    templates.restore()
    expect(templates.read(id)).toEqual({ id, ...portrait })
  })
})
