import { z } from 'zod'
import { broughtSchema } from './brought'
import { imageCollectionSchema } from './collection'
import { jobRequestSchema, modeSchema } from './draft'
import { imageMarksSchema } from './imageMarks'
import { queryMaximum } from './imageQuery'
import { idSchema } from './row'
import { outsideSchema } from './upkeep'

/** The formats that are decoded and shown. */
export const imageFormatSchema = z.enum(['png', 'jpeg', 'webp', 'gif', 'avif'])

/** The other formats that are known: such a file is saved as it came and described in words, never decoded or opened. */
export const otherFormatSchema = z.enum([
  ...['svg', 'tiff', 'bmp', 'ico', 'jxl', 'heic', 'heif', 'jp2', 'j2k', 'psd', 'exr', 'qoi'],
  ...['pdf', 'mp4', 'mov', 'webm', 'mkv', 'avi'],
] as const)

export const fileFormatSchema = z.enum([...imageFormatSchema.options, ...otherFormatSchema.options])

/** A blurred likeness of about 25 bytes, drawn until the pixels are there: base64 of a `thumbhash`. */
export const placeholderSchema = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{4}){2,12}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)

/** Where an image is among the tries of one prompt. */
export const imageStackSchema = z.object({
  /** The same for all of them, as long as the app runs. */
  id: z.number().int().min(1),
  /** How many images of the list it has. */
  count: z.number().int().min(2),
  /** Its place in an open one, from 0; 0 on top of a closed one. */
  at: z.number().int().min(0),
  isOpen: z.boolean(),
})

/**
 * A gallery row. Pixels come from `cyanotype://small/<id>`, `cyanotype://thumb/<id>` (WebP of at most 256 and 512 pixels
 * a side) and `cyanotype://image/<id>`.
 */
export const imageSchema = z.object({
  id: z.string(),
  jobId: z.string(),
  /** 0-based position among the job's images. */
  index: z.number().int().min(0),
  /** Images the job was to yield. */
  of: z.number().int().min(1),
  prompt: z.string(),
  /** Pixels; both 0 if its format isn't one that is decoded here. */
  width: z.number().int().min(0),
  height: z.number().int().min(0),
  /** False for an image that can't be shown: it is too large, or has another format. Its file was saved unchanged. */
  decoded: z.boolean(),
  format: fileFormatSchema,
  /** Of its file. */
  bytes: z.number().int().min(0),
  /** Null until it is known. */
  placeholder: placeholderSchema.nullable(),
  /** Milliseconds since the epoch: when it was saved. */
  createdAt: z.number(),
  /** Grows with every image that arrives, and is never used again while the app runs. */
  number: z.number().int(),
  /** When the first image of its job was saved: all of them stand there. */
  placedAt: z.number().int(),
  /** Null while its file is in its place, with the bytes that came. */
  outside: outsideSchema.nullable(),
  /** Which picture its pixels are: 0 for the one that came, otherwise the time of the file that was changed outside. */
  picture: z.number().int(),
  /** Only of an image that was made elsewhere: there was no request. */
  isBrought: z.literal(true).optional(),
  /** Only in a stacked list, and not for an image that stands alone. */
  stack: imageStackSchema.optional(),
  ...imageMarksSchema.shape,
})

/** What an image was asked for with. */
export const askedSchema = jobRequestSchema.extend({
  /** Null for one that was brought in: nothing was asked for here, its prompt and model may be empty. */
  mode: modeSchema.nullable(),
})

/** Everything that the details panel shows: the request next to its result. */
export const imageDetailsSchema = imageSchema.omit({ number: true, placedAt: true, stack: true }).extend({
  asked: askedSchema,
  revisedPrompt: z.string().nullable(),
  /** Path inside the library folder, with forward slashes. */
  file: z.string(),
  connectionId: z.string(),
  connectionName: z.string(),
  /** What it was queued in; null for an image that was brought in, or if that isn't known any more. */
  batch: z.object({ id: z.string(), name: z.string() }).nullable(),
  taskId: z.string().nullable(),
  sha256: z.string(),
  /** Milliseconds from the request to the saved file. */
  tookMs: z.number().nullable(),
  /** Written by the user; empty for none. */
  note: z.string(),
  /** Null for an image that was made here. */
  brought: broughtSchema.nullable(),
  /** Whether its file has Content Credentials; missing until it was looked at. */
  hasCredentials: z.boolean().optional(),
  /** When it was put in the trash, in milliseconds since the epoch; null if it isn't there. */
  deletedAt: z.number().int().nullable(),
  collections: z.array(imageCollectionSchema),
})

/**
 * `new` and `old` by time, `name` by prompt, `size` with the most pixels first, `cost` with the dearest first, `rating`
 * with the most stars. `hand`: as the user put them in the one collection that is shown; without one, as `new`.
 */
export const gallerySortSchema = z.enum(['new', 'old', 'name', 'size', 'cost', 'rating', 'hand'])

/** The most stacks that are open at once. */
export const openStacksMaximum = 100

export const galleryQuerySchema = z.object({
  /** In the language of `readImageQuery`; empty for all. */
  text: z.string().max(queryMaximum),
  /** Images of one batch, null for all. */
  batchId: idSchema.nullable().default(null),
  sort: gallerySortSchema.default('new'),
  /**
   * Null: each image is a tile of its own. Otherwise the tries of one prompt are one tile, with the best of them on top;
   * those of the stacks that are `open` follow it.
   */
  stacks: z
    .object({ open: z.array(z.number().int()).max(openStacksMaximum) })
    .nullable()
    .default(null),
})

/** The most images that are looked for in a list at once. */
export const marksMaximum = 5000

/** A list, and numbers of images whose positions in it are asked for. */
export const galleryOutlineQuerySchema = galleryQuerySchema.extend({
  marks: z.array(z.number().int()).max(marksMaximum).default([]),
})

/** A list: as it is now, or as it was outlined `asOf` a revision. */
export const galleryPageQuerySchema = galleryQuerySchema.extend({ asOf: z.number().int().optional() })

export const galleryPageSchema = z.object({ revision: z.number().int(), rows: z.array(imageSchema) })

/** What a stacked list has: images, and stacks of several of them. */
const stackCountsSchema = z.object({ images: z.number().int(), stacks: z.number().int() })

/**
 * The shape of a result list without its rows: enough to lay out 100,000 images exactly. `ratios` is base64 of the
 * `ratioByte` of each tile in list order. `colours` is base64 of two bytes per tile, the higher one first: its average
 * colour as RGB565, 0 while that isn't known.
 */
export const galleryOutlineSchema = z.object({
  revision: z.number().int(),
  /** Tiles: as many as images, unless the list is stacked. */
  total: z.number().int(),
  /** Images in the whole library. */
  libraryTotal: z.number().int(),
  /** In list order, `day` is the local date, `YYYY-MM-DD`; none if the list isn't sorted by time. Tiles are counted. */
  days: z.array(z.object({ day: z.string(), count: z.number().int() })),
  /** Of the whole list and of each of its days; only of a stacked one. */
  stackCounts: stackCountsSchema.extend({ days: z.array(stackCountsSchema) }).optional(),
  /** How many images of the list have each flag. */
  flags: z.object({ kept: z.number().int(), rejected: z.number().int() }),
  ratios: z.string(),
  /** The position of each image that was asked for; null if no tile shows it. */
  marks: z.array(z.number().int().nullable()),
  colours: z.string(),
})

export type ImageFormat = z.infer<typeof imageFormatSchema>
export type OtherFormat = z.infer<typeof otherFormatSchema>
export type FileFormat = z.infer<typeof fileFormatSchema>
export type Image = z.infer<typeof imageSchema>
export type ImageStack = z.infer<typeof imageStackSchema>
export type StackCounts = z.infer<typeof stackCountsSchema>
export type ImageDetails = z.infer<typeof imageDetailsSchema>
export type GallerySort = z.infer<typeof gallerySortSchema>
export type GalleryQuery = z.input<typeof galleryQuerySchema>
export type GalleryOutlineQuery = z.input<typeof galleryOutlineQuerySchema>
export type GalleryPageQuery = z.input<typeof galleryPageQuerySchema>
export type GalleryPage = z.infer<typeof galleryPageSchema>
export type GalleryOutline = z.infer<typeof galleryOutlineSchema>

/** The local date of a time, as `GalleryOutline.days` names it. */
export function localDay(time: number): string {
  const date = new Date(time)
  const part = (value: number, length: number) => String(value).padStart(length, '0')
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`
}

/** Whether files of a format are decoded and shown. */
export const isImageFormat = (format: FileFormat): format is ImageFormat =>
  imageFormatSchema.safeParse(format).success

/** Width / height; 1 if the size isn't known. */
export const ratioOf = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  width > 0 && height > 0 ? width / height : 1

/** Width / height as a byte, on a logarithmic scale; `byteRatio` reads it. Ratios outside 1:16 to 16:1 are clamped. */
export function ratioByte(width: number, height: number): number {
  return Math.min(255, Math.max(0, Math.round(128 + 32 * Math.log2(ratioOf({ width, height })))))
}

/** Width / height by its `ratioByte`. */
export function byteRatio(byte: number): number {
  return 2 ** ((byte - 128) / 32)
}
