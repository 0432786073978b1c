import { envelope, imagine, inString, lone, upper } from './codedDialects'
import type { Dialect } from './dialect'
import { artifacts, list, raw } from './inlineDialects'
import { bare, generations, job, output, sample } from './plainDialects'

export const dialectNames = [
  'bare',
  'envelope',
  'lone',
  'job',
  'generations',
  'string',
  'sample',
  'artifacts',
  'raw',
  'list',
  'upper',
  'output',
  'imagine',
] as const

export type DialectName = (typeof dialectNames)[number]

/** By the word in a prompt: `[dialect lone]`. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  bare,
  envelope,
  lone,
  job,
  generations,
  string: inString,
  sample,
  artifacts,
  raw,
  list,
  upper,
  output,
  imagine,
}
