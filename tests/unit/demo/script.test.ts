import { describe, expect, test } from 'vitest'
import { readScript } from '../../../electron/demo/script'

describe('the words in a prompt', () => {
  test('leave the subject alone', () => {
    expect(readScript('A crane [slow] on a roof [refuse 2, 3]')).toEqual({
      answer: null,
      refusedImages: [1, 2],
      fails: false,
      slow: true,
      yields: null,
      dialect: null,
      subject: 'A crane on a roof',
    })
  })

  test('let the first word that asks for an answer decide', () => {
    expect(readScript('[fail] [402] [echo]')).toMatchObject({ answer: '402', fails: true })
  })

  test('choose a dialect that there is', () => {
    expect(readScript('A crane [dialect lone]')).toMatchObject({ dialect: 'lone', subject: 'A crane' })
    expect(readScript('A crane [dialect of]')).toMatchObject({
      dialect: null,
      subject: 'A crane [dialect of]',
    })
  })

  test('are the subject when there is nothing else, and no others count', () => {
    expect(readScript('[drop]').subject).toBe('[drop]')
    expect(readScript('[dropped] refuse')).toMatchObject({ answer: null, subject: '[dropped] refuse' })
  })
})
