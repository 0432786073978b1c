import { z } from 'zod'

/** Identifies a row of the core: a connection, batch, job, image or template. */
export const idSchema = z.string().min(1).max(100)

/** The most characters of a text that rows are searched for. */
export const searchMaximum = 1000

/** What rows must match; what that means is said where it is used. Empty for all. */
export const searchSchema = z.string().max(searchMaximum)
