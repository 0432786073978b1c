import { z } from 'zod'

/** The encodings a table can be read in: labels of the Encoding Standard, and code page 850. */
export const tableEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'windows-1251',
  'koi8-u',
  'ibm866',
  'x-mac-cyrillic',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'windows-1258',
  'macintosh',
  'ibm850',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'windows-874',
] as const

export const tableEncodingSchema = z.enum(tableEncodings)

/** How the bytes of a table became rows, and how else they may be read. */
export const tableReadingSchema = z.object({
  /**
   * The encodings it may be in, the most likely first, with the first lines that differ between them. Empty if there is
   * no doubt.
   */
  encodings: z.array(z.object({ encoding: tableEncodingSchema, lines: z.array(z.string()) })),
  /** The encoding is only a guess, and nothing is queued until the user has said that it is right. */
  unsure: z.boolean(),
  /** The 1-based line of the row that names the columns; 0 if none does. Null for formats in which none can. */
  header: z.number().int().min(0).nullable(),
  /** The first rows of the file, any of which may name the columns. */
  firstRows: z.array(z.object({ line: z.number().int().min(1), text: z.string() })),
})

/** How the user wants a table to be read; what is null is found out. */
export const tableReadAsSchema = z.object({
  encoding: tableEncodingSchema.nullable(),
  header: z.number().int().min(0).nullable(),
})

/** Nothing to choose. */
export const noReading: z.infer<typeof tableReadingSchema> = {
  encodings: [],
  unsure: false,
  header: null,
  firstRows: [],
}

export type TableEncoding = z.infer<typeof tableEncodingSchema>
export type TableReading = z.infer<typeof tableReadingSchema>
export type TableReadAs = z.infer<typeof tableReadAsSchema>
