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
      subject: 'A crane on a roof',
    })
  })

  test('let the first word that asks for an answer decide', () => {
    expect(readScript('[fail] [402] [echo]')).toMatchObject({ answer: '402', fails: true })
  })

  test('are the subject when there is nothing else, and no others count', () => {
    expect(readScript('[drop]').subject).toBe('[drop]')
    expect(readScript('[dropped] refuse')).toMatchObject({ answer: null, subject: '[dropped] refuse' })
  })
})
