import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileAccount, factsMaximum, fileAccountSchema } from '@shared/model/brought'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureProvenance } from '../../../electron/imaging/pictureProvenance'
import { pngChunk } from '../../support/pngFile'
import { temporaryFolder } from '../../support/temporaryFolder'
import {
  ascii,
  comfyGraph,
  exifBlock,
  internationalChunk,
  jpegSegment,
  jpegWith,
  packedChunk,
  plainPicture,
  pngWith,
  textChunk,
  userComment,
  utf16,
  webpWith,
  webUiText,
  withCredentials,
  xmpPacket,
} from '../../support/toldImages'

async function read(bytes: Buffer): Promise<FileAccount> {
  const path = join(temporaryFolder(), 'image')
  await writeFile(path, bytes)
  const provenance = await pictureProvenance(path)
  // What the main process accepts.
  expect(fileAccountSchema.parse(provenance)).toEqual(provenance)
  return provenance
}

const none: FileAccount = {
  prompt: null,
  model: null,
  tool: null,
  facts: [],
  madeAt: null,
  hasCredentials: false,
  hidesText: null,
}
const prompt = 'a fern, “wet”, 蕨 🌿\nin the rain'
const webUi = {
  prompt,
  model: 'dreamshaper_8',
  tool: 'Stable Diffusion web UI',
  facts: expect.arrayContaining([
    { name: 'negative_prompt', value: 'blurry, text,\ntwo heads' },
    { name: 'Seed', value: '1234567890' },
    { name: 'Size', value: '512x768' },
    { name: 'Lora hashes', value: 'fern: a1b2, moss: c3d4' },
  ]),
}

describe('what a PNG says', () => {
  test.each([
    ['tEXt in UTF-8', textChunk('parameters', webUiText(prompt))],
    ['zTXt', packedChunk('parameters', webUiText(prompt))],
    ['iTXt', internationalChunk('parameters', webUiText(prompt))],
    ['iTXt, packed', internationalChunk('parameters', webUiText(prompt), { packed: true })],
  ])('of the web UI is read from %s', async (_, chunk) => {
    expect(await read(await pngWith([chunk]))).toMatchObject(webUi)
  })

  test('is read in Latin-1 if it isn’t UTF-8, and after the pixels too', async () => {
    const png = await pngWith([])
    const late = textChunk('Description', Buffer.from('Fougère mouillée', 'latin1'))
    expect(await read(Buffer.concat([png.subarray(0, -12), late, png.subarray(-12)]))).toEqual({
      ...none,
      prompt: 'Fougère mouillée',
    })
  })

  test('under “parameters” is a prompt even without settings', async () => {
    const chunk = textChunk('parameters', 'a fern\nNegative prompt: blurry')
    expect(await read(await pngWith([chunk]))).toMatchObject({ prompt: 'a fern' })
  })

  test('of ComfyUI leads from the sampler to the positive prompt', async () => {
    const chunks = [textChunk('prompt', JSON.stringify(comfyGraph(prompt))), textChunk('workflow', '{}')]
    expect(await read(await pngWith(chunks))).toEqual({
      prompt,
      model: 'sd_xl_base_1.0.safetensors',
      tool: 'ComfyUI',
      facts: [
        { name: 'negative_prompt', value: 'blurry' },
        { name: 'seed', value: '42' },
        { name: 'steps', value: '20' },
        { name: 'cfg', value: '8' },
        { name: 'sampler_name', value: 'euler' },
      ],
      madeAt: null,
      hasCredentials: false,
      hidesText: null,
    })
  })

  test('of ComfyUI may hold the text in a node of its own, and numbers that JSON doesn’t have', async () => {
    const graph = {
      ...comfyGraph(''),
      6: { class_type: 'CLIPTextEncode', inputs: { text: ['20', 0] } },
      20: { class_type: 'PrimitiveString', inputs: { value: 'a held fern' } },
      30: { class_type: 'Note', inputs: { weight: 'MARK' } },
    }
    const text = JSON.stringify(graph).replace('"MARK"', 'NaN')
    expect(await read(await pngWith([textChunk('prompt', text)]))).toMatchObject({ prompt: 'a held fern' })
  })

  test('of ComfyUI is no prompt if two samplers differ, or if its links go round', async () => {
    const two = {
      ...comfyGraph('a fern'),
      8: { class_type: 'CLIPTextEncode', inputs: { text: 'a moss' } },
      9: { class_type: 'KSampler', inputs: { positive: ['8', 0], negative: ['7', 0] } },
    }
    expect(await read(await pngWith([textChunk('prompt', JSON.stringify(two))]))).toMatchObject({
      prompt: null,
      tool: 'ComfyUI',
      model: 'sd_xl_base_1.0.safetensors',
    })
    const round = { ...comfyGraph('a fern'), 10: { class_type: 'X', inputs: { conditioning: ['10', 0] } } }
    expect(await read(await pngWith([textChunk('prompt', JSON.stringify(round))]))).toMatchObject({
      prompt: null,
    })
  })

  test('of InvokeAI, NovelAI, Fooocus and Midjourney is read', async () => {
    const invoke = {
      positive_prompt: prompt,
      negative_prompt: 'blurry',
      model: { name: 'juggernaut' },
      seed: 7,
    }
    expect(
      await read(await pngWith([internationalChunk('invokeai_metadata', JSON.stringify(invoke))])),
    ).toMatchObject({
      prompt,
      model: 'juggernaut',
      tool: 'InvokeAI',
      facts: [
        { name: 'negative_prompt', value: 'blurry' },
        { name: 'seed', value: '7' },
      ],
    })
    const novel = [
      textChunk('Title', 'AI generated image'),
      textChunk('Description', 'a fern'),
      textChunk('Software', 'NovelAI'),
      textChunk('Source', 'Stable Diffusion F1022D28'),
      textChunk('Comment', JSON.stringify({ uc: 'blurry', steps: 28, seed: 99, sampler: 'k_euler' })),
    ]
    expect(await read(await pngWith(novel))).toEqual({
      prompt: 'a fern',
      model: 'Stable Diffusion F1022D28',
      tool: 'NovelAI',
      facts: [
        { name: 'negative_prompt', value: 'blurry' },
        { name: 'seed', value: '99' },
        { name: 'steps', value: '28' },
        { name: 'sampler', value: 'k_euler' },
      ],
      madeAt: null,
      hasCredentials: false,
      hidesText: null,
    })
    const fooocus = { prompt: 'a fern', base_model: 'juggernautXL', version: 'Fooocus v2.5.0' }
    expect(await read(await pngWith([textChunk('parameters', JSON.stringify(fooocus))]))).toMatchObject({
      prompt: 'a fern',
      model: 'juggernautXL',
      tool: 'Fooocus v2.5.0',
    })
    const job = 'a fern --v 6 Job ID: 01234567-89ab-cdef-0123-456789abcdef'
    expect(await read(await pngWith([textChunk('Description', job)]))).toMatchObject({
      prompt: 'a fern --v 6',
      tool: 'Midjourney',
    })
  })
})

describe('what EXIF says', () => {
  const text = webUiText(prompt)
  test.each([
    [
      'UNICODE, big-endian, in a little-endian block',
      userComment('UNICODE', utf16(text, { isLittle: false })),
      true,
    ],
    ['UNICODE, little-endian', userComment('UNICODE', utf16(text, { isLittle: true })), true],
    ['UNICODE, big-endian', userComment('UNICODE', utf16(text, { isLittle: false })), false],
    ['ASCII, which is UTF-8', userComment('ASCII', Buffer.from(text)), false],
    ['no encoding', userComment('', Buffer.from(text)), true],
  ])('in a comment in %s is read from JPEG, WebP and PNG', async (_, comment, isLittle) => {
    const exif = exifBlock({ more: [comment] }, { isLittle })
    expect(await read(await jpegWith({ exif }))).toMatchObject(webUi)
    expect(await read(await webpWith({ exif }))).toMatchObject(webUi)
    expect(await read(await pngWith([pngChunk('eXIf', exif)]))).toMatchObject(webUi)
  })

  test('in JIS is read', async () => {
    const japanese = Buffer.from([0x1b, 0x24, 0x42, 0x33, 0x24, 0x1b, 0x28, 0x42])
    const exif = exifBlock({ more: [userComment('JIS', japanese)] })
    expect((await read(await jpegWith({ exif }))).prompt).toBe('海')
  })

  test('as sharp writes it is read: description, program and time', async () => {
    const exif = {
      IFD0: { ImageDescription: 'a fern', Software: 'Draw 2' },
      IFD2: { DateTimeOriginal: '2024:05:01 12:34:56' },
    }
    const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } }).withExif(
      exif,
    )
    const told = {
      ...none,
      prompt: 'a fern',
      tool: 'Draw 2',
      madeAt: new Date(2024, 4, 1, 12, 34, 56).getTime(),
    }
    expect(await read(await picture.clone().jpeg().toBuffer())).toEqual(told)
    expect(await read(await picture.clone().webp().toBuffer())).toEqual(told)
    expect(await read(await picture.clone().png().toBuffer())).toEqual(told)
  })

  test('of ComfyUI is read from the entries that WebP leaves it', async () => {
    const graph = `prompt:${JSON.stringify(comfyGraph('a fern'))}`
    const exif = exifBlock({ first: [ascii(0x010f, 'workflow:{}'), ascii(0x0110, graph)] })
    expect(await read(await webpWith({ exif }))).toMatchObject({ prompt: 'a fern', tool: 'ComfyUI' })
  })

  test('of a clock that was never set is no time', async () => {
    const exif = exifBlock({ more: [ascii(0x9003, '0000:00:00 00:00:00')] })
    expect(await read(await jpegWith({ exif }))).toEqual(none)
  })
})

describe('what XMP says', () => {
  const description = xmpPacket(`<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmp:CreatorTool="Draw &amp; Paint" photoshop:DateCreated="2023-02-03T04:05:06">
    <dc:description><rdf:Alt><rdf:li xml:lang="x-default">a fern &lt;wet&gt; &#x1F33F;</rdf:li>
    <rdf:li xml:lang="de">ein Farn</rdf:li></rdf:Alt></dc:description></rdf:Description>`)

  test('as a description, a program and a time is read from each format', async () => {
    const told = {
      ...none,
      prompt: 'a fern <wet> 🌿',
      tool: 'Draw & Paint',
      madeAt: new Date(2023, 1, 3, 4, 5, 6).getTime(),
    }
    expect(await read(await jpegWith({ xmp: description }))).toEqual(told)
    expect(await read(await webpWith({ xmp: description }))).toEqual(told)
    expect(await read(await pngWith([internationalChunk('XML:com.adobe.xmp', description)]))).toEqual(told)
  })

  test('as IPTC’s prompt comes before a description', async () => {
    const packet =
      xmpPacket(`<rdf:Description Iptc4xmpExt:AIPromptInformation="a fern" Iptc4xmpExt:AISystemUsed="Firefly">
      <dc:description>a caption</dc:description></rdf:Description>`)
    expect(await read(await jpegWith({ xmp: packet }))).toMatchObject({ prompt: 'a fern', tool: 'Firefly' })
  })

  test('with entities of its own isn’t read', async () => {
    const packet = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${description}`
    expect(await read(await jpegWith({ xmp: packet }))).toEqual(none)
  })
})

describe('Content Credentials', () => {
  test('are found in each format, and nothing else is taken for them', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const plain = await plainPicture({}).toFormat(format).toBuffer()
      expect(await read(plain)).toEqual(none)
      expect(await read(withCredentials(plain, format))).toEqual({ ...none, hasCredentials: true })
    }
    const other = await jpegWith({})
    const boxes = jpegSegment(0xeb, Buffer.from('JP\0\x01\0\0\0\x01\0\0\0\x20jumb exif', 'latin1'))
    expect(await read(Buffer.concat([other.subarray(0, 2), boxes, other.subarray(2)]))).toEqual(none)
  })
})

describe('what an AVIF says', () => {
  test('is read from the items it names', async () => {
    const exif = { IFD0: { ImageDescription: 'a fern', Software: 'Draw 2' } }
    const picture = plainPicture({}).withExif(exif)
    expect(await read(await picture.avif({ effort: 0 }).toBuffer())).toEqual({
      ...none,
      prompt: 'a fern',
      tool: 'Draw 2',
    })
  })
})

describe('what a file says that means no good', () => {
  test('isn’t unpacked beyond a megabyte', async () => {
    const bomb = packedChunk('parameters', Buffer.alloc(100 * 1024 * 1024, 0x61))
    const before = process.memoryUsage().rss
    expect(await read(await pngWith([bomb, textChunk('Description', 'a fern')]))).toMatchObject({
      prompt: 'a fern',
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })

  test('is read whole up to 100,000 characters, without NULs and lone surrogates', async () => {
    const long = 'fern '.repeat(20_000).trim()
    expect((await read(await pngWith([textChunk('Description', long)]))).prompt).toBe(long)
    const graph = JSON.stringify(comfyGraph('a\u0000 fern\u0007 \ud800!'))
    expect((await read(await pngWith([textChunk('prompt', graph)]))).prompt).toBe('a fern \ufffd!')
  })

  test('fits its bounds, however much of it there is', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => `Key ${at}: ${at}`).join(', ')
    const { facts } = await read(await pngWith([textChunk('parameters', `a\nSteps: 1, ${lines}`)]))
    expect(facts).toHaveLength(factsMaximum)
  })

  test('in 64 KB of EXIF, or with broken offsets, is passed over', async () => {
    const comment = userComment('ASCII', Buffer.alloc(65_000, 0x61))
    expect((await read(await jpegWith({ exif: exifBlock({ more: [comment] }) }))).prompt).toHaveLength(65_000)
    const exif = exifBlock({ first: [ascii(0x010e, 'a long description')] })
    exif.writeUInt32LE(0xfffffff0, 8 + 2 + 8)
    expect(await read(await jpegWith({ exif }))).toEqual(none)
  })

  test('never fails the reading: any bytes in any place are read or passed over', async () => {
    const samples = await Promise.all([
      pngWith([
        textChunk('parameters', webUiText(prompt)),
        packedChunk('prompt', JSON.stringify(comfyGraph('x'))),
      ]),
      jpegWith({
        exif: exifBlock({ more: [userComment('UNICODE', utf16('fern', { isLittle: true }))] }),
        xmp: xmpPacket('x'),
      }),
      webpWith({ exif: exifBlock({ first: [ascii(0x010e, 'a long description')] }), xmp: xmpPacket('x') }),
      plainPicture({})
        .withExif({ IFD0: { ImageDescription: 'fern' } })
        .avif({ effort: 0 })
        .toBuffer(),
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        async (sample, changes, cut) => {
          // The header says what it is: behind it, anything may be wrong.
          const bytes = Buffer.from(sample)
          for (const [at, byte] of changes) bytes[40 + (at % (bytes.length - 40))] = byte
          await read(bytes.subarray(0, 40 + (cut % (bytes.length - 39)))).catch((problem: unknown) => {
            if (!(problem instanceof Error) || problem.message !== 'imageUndecodable') throw problem
          })
        },
      ),
      { numRuns: 300 },
    )
  })
})
