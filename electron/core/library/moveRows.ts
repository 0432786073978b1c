import { isMoveOver, type MoveStep } from '@shared/model/libraryMove'
import type { Database } from '../db/database'
import { leftInSql } from './leftFiles'

export interface Move {
  readonly id: number
  readonly source: string
  readonly target: string
  /** New images are saved in the target. */
  readonly begun: boolean
  readonly step: MoveStep
  readonly paused: boolean
  readonly images: number
  readonly bytes: number
  /** Number of the last image that was looked at. */
  readonly reached: number
  readonly doneImages: number
  readonly doneBytes: number
  /** Originals that couldn't be removed; if it was cancelled, copies that were edited while they were the images. */
  readonly kept: number
  readonly otherFiles: number
}

/** An image, deleted or not, whose file may have to be moved. */
export interface MovableImage {
  readonly number: number
  readonly id: string
  readonly jobId: string
  readonly index: number
  /** Inside the library, forward slashes. */
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

/** An image that has an original and a copy. */
export interface MovedFile extends Omit<MovableImage, 'id'> {
  /** Inside the target. */
  readonly placed: string
  /** False if an equal file was there before. */
  readonly made: boolean
}

/**
 * The SQL of a move. Whatever a kill interrupts, it says which images have both an original and a copy, and which of
 * them is the image.
 */
export interface MoveRows {
  /** The move that goes on, else the last one; null if there is none. */
  current(): Move | null
  begin(move: Pick<Move, 'source' | 'target' | 'images' | 'bytes'>): void
  /** The next step, with its progress from the start. */
  advance(step: MoveStep): void
  change(patch: Partial<Pick<Move, 'begun' | 'paused' | 'reached' | 'kept' | 'otherFiles'>>): void
  /** Nothing is known of it any more. */
  forget(): void
  /** With a number after this one, in the order of their numbers. */
  imagesAfter(number: number, rows: number): readonly MovableImage[]
  /** The same of those that were left where they were: a library only has their records. */
  leftAfter(number: number, rows: number): readonly MovableImage[]
  /** Null if it is gone. */
  image(number: number): MovableImage | null
  /** From now on the copy is the image. */
  moved(file: MovedFile): void
  /** It can't be read: it stays where it is. */
  unread(image: MovableImage): void
  /** The first image with an original and a copy. */
  firstFile(): MovedFile | null
  /** The original is gone. */
  removed(file: MovedFile): void
  /** The original is the image again. */
  movedBack(file: MovedFile): void
  /** What became of a copy is known. */
  dropFile(number: number): void
  unreadCount(): number
  isUnread(number: number): boolean
  /** Copies of these bytes, by their path in the target. */
  placedCopies(sha256: string): readonly { readonly number: number; readonly placed: string }[]
  /** Whether the image has an original and a copy now. */
  isTwice(number: number): boolean
  /** An item's file may exist twice: neither is one without a row. */
  hasItem(jobId: string, index: number): boolean
  /** The folder in which a file is looked for first, as long as its copy isn't the image; null: as always. */
  sourceOf(file: string): string | null
}

interface MoveRow extends Omit<Move, 'begun' | 'paused'> {
  readonly begun: number
  readonly paused: number
}

interface FileRow extends Omit<MovedFile, 'made'> {
  readonly made: number
}

const imageColumns = `number, id, job_id AS jobId, position AS "index", file, bytes, sha256`

export function createMoveRows(db: Database): MoveRows {
  const current = (): Move | null => {
    const row = db.get<MoveRow>(
      `SELECT id, source, target, begun, step, paused, images, bytes, reached, done_images AS doneImages,
         done_bytes AS doneBytes, kept, other_files AS otherFiles
       FROM library_moves ORDER BY id DESC LIMIT 1`,
    )
    return row === undefined ? null : { ...row, begun: row.begun === 1, paused: row.paused === 1 }
  }

  const note = (state: 'moved' | 'unread', { made, ...file }: MovedFile): void => {
    db.run(
      `INSERT OR REPLACE INTO moved_files (number, job_id, position, file, placed, bytes, sha256, made, state)
       VALUES (:number, :jobId, :index, :file, :placed, :bytes, :sha256, :made, :state)`,
      { ...file, made: Number(made), state },
    )
  }

  const count = (images: number, bytes: number): void => {
    db.run('UPDATE library_moves SET done_images = done_images + :images, done_bytes = done_bytes + :bytes', {
      images,
      bytes,
    })
  }

  const name = (number: number, file: string): void => {
    db.run('UPDATE images SET file = :file WHERE number = :number AND file <> :file', { number, file })
  }

  const dropFile = (number: number): void => {
    db.run('DELETE FROM moved_files WHERE number = :number', { number })
  }

  function forget(): void {
    db.run('DELETE FROM library_moves')
    db.run('DELETE FROM moved_files')
  }

  return {
    current,

    begin({ source, target, images, bytes }) {
      forget()
      db.run(
        `INSERT INTO library_moves (source, target, step, images, bytes)
         VALUES (:source, :target, 'copying', :images, :bytes)`,
        { source, target, images, bytes },
      )
    },

    advance(step) {
      db.run('UPDATE library_moves SET step = :step, reached = 0, done_images = 0, done_bytes = 0', { step })
    },

    change({ begun, paused, reached, kept, otherFiles }) {
      db.run(
        `UPDATE library_moves SET begun = coalesce(:begun, begun), paused = coalesce(:paused, paused),
           reached = coalesce(:reached, reached), kept = coalesce(:kept, kept),
           other_files = coalesce(:otherFiles, other_files)`,
        {
          begun: begun === undefined ? null : Number(begun),
          paused: paused === undefined ? null : Number(paused),
          reached: reached ?? null,
          kept: kept ?? null,
          otherFiles: otherFiles ?? null,
        },
      )
    },

    forget: () => db.transaction(forget),

    imagesAfter: (number, rows) =>
      db.all<MovableImage>(
        `SELECT ${imageColumns} FROM images WHERE number > :number ORDER BY number LIMIT :rows`,
        { number, rows },
      ),

    leftAfter: (number, rows) =>
      db.all<MovableImage>(
        `SELECT ${imageColumns} FROM images INDEXED BY images_left
         WHERE number > :number AND ${leftInSql} ORDER BY number LIMIT :rows`,
        { number, rows },
      ),

    image: (number) =>
      db.get<MovableImage>(`SELECT ${imageColumns} FROM images WHERE number = :number`, { number }) ?? null,

    moved: (file) =>
      db.transaction(() => {
        name(file.number, file.placed)
        note('moved', file)
        db.run('UPDATE library_moves SET reached = max(reached, :number)', { number: file.number })
        count(1, file.bytes)
      }),

    unread: ({ id, ...image }) =>
      db.transaction(() => {
        note('unread', { ...image, placed: '', made: false })
        db.run('UPDATE library_moves SET reached = max(reached, :number)', { number: image.number })
      }),

    firstFile() {
      const row = db.get<FileRow>(
        `SELECT number, job_id AS jobId, position AS "index", file, placed, bytes, sha256, made FROM moved_files
         WHERE state = 'moved' ORDER BY number LIMIT 1`,
      )
      return row === undefined ? null : { ...row, made: row.made === 1 }
    },

    removed: ({ number, bytes }) =>
      db.transaction(() => {
        dropFile(number)
        count(1, bytes)
      }),

    movedBack: ({ number, file, bytes }) =>
      db.transaction(() => {
        name(number, file)
        db.run('UPDATE images SET unrecorded = 1 WHERE number = :number', { number })
        count(1, bytes)
      }),

    dropFile,

    unreadCount: () =>
      db.get<{ count: number }>(`SELECT count(*) AS count FROM moved_files WHERE state = 'unread'`)?.count ??
      0,

    isUnread: (number) =>
      db.get(`SELECT 1 FROM moved_files WHERE number = :number AND state = 'unread'`, { number }) !==
      undefined,

    placedCopies: (sha256) =>
      db.all(`SELECT number, placed FROM moved_files WHERE sha256 = :sha256 AND state = 'moved' LIMIT 100`, {
        sha256,
      }),

    isTwice: (number) =>
      db.get(`SELECT 1 FROM moved_files WHERE number = :number AND state = 'moved'`, { number }) !==
      undefined,

    hasItem: (jobId, index) =>
      db.get('SELECT 1 FROM moved_files WHERE job_id = :jobId AND position = :index', { jobId, index }) !==
      undefined,

    sourceOf(file) {
      const move = current()
      if (move === null || isMoveOver(move.step) || move.step === 'removing') return null
      const isMoved =
        move.step === 'copying' &&
        db.get(`SELECT 1 FROM moved_files WHERE placed = :file AND state = 'moved'`, { file }) !== undefined
      return isMoved ? null : move.source
    },
  }
}
