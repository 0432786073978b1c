import { modeSchema } from '@shared/model/draft'
import { billedSchema, jobStages, jobStateSchema } from '@shared/model/job'
import { between, checked, id, oneOf, priceMaximum, type TableRules, time } from './columnRules'

/** The counts, which are rebuilt from the rows they count. */
export const countRules: readonly TableRules[] = [
  {
    table: 'job_counts',
    derived: true,
    columns: {
      batch_id: id(),
      mode: oneOf(modeSchema.options),
      stage: oneOf(jobStages),
      retried: { fits: (it) => `${it} IN (0, 1)` },
      jobs: between(0, 1_000_000_000),
    },
  },
  {
    table: 'waiting_counts',
    derived: true,
    columns: { batch_id: id(), block: between(0, 1_000_000_000), jobs: between(0, 1_000_000_000) },
  },
  {
    table: 'moment_counts',
    derived: true,
    columns: {
      kind: checked(['needsYou', 'failed', 'finished']),
      quarter: between(0, 1_000_000_000),
      jobs: between(0, 1_000_000_000),
    },
  },
  {
    table: 'saved_counts',
    derived: true,
    columns: { batch_id: id(), images: between(0, 1_000_000_000) },
  },
  {
    table: 'ended_counts',
    derived: true,
    columns: {
      batch_id: id(),
      quarter: between(0, 1_000_000_000),
      ended_as: oneOf([...jobStateSchema.options, 'settled', 'retried']),
      jobs: between(0, 1_000_000_000),
      images: between(0, Number.MAX_SAFE_INTEGER),
      saved: between(0, Number.MAX_SAFE_INTEGER),
    },
  },
  { table: 'batch_ends', derived: true, columns: { batch_id: id(), ended_at: time() } },
  {
    table: 'request_counts',
    derived: true,
    columns: {
      batch_id: id(),
      quarter: between(0, 1_000_000_000),
      billed: oneOf(billedSchema.options),
      price: between(0, priceMaximum),
      requests: between(0, 1_000_000_000),
    },
  },
  {
    table: 'collection_counts',
    derived: true,
    columns: { collection_id: id(), images: between(0, 1_000_000_000) },
  },
]
