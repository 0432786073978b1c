import type { AppError, ErrorCode } from '@shared/errors'
import { keyTroubleCodes } from '../../connections/keyTrouble'
import { placeQuestionCodes } from '../../connections/placeQuestions'
import { backoffMs } from '../../service/backoff'
import { unreachedCodes } from '../../service/networkErrors'

const longestMs = 3_600_000

/** How patient downloads are: when one is tried again, and after how many tries something else is done about it. */
export const downloadPolicy = {
  /** How many of one connection run at once: a slow service doesn't keep another one's images waiting. */
  atOnce: 4,

  /**
   * The furthest one is postponed, in milliseconds. A stored time beyond this is from before the clock was set back.
   */
  longestMs,

  /** Milliseconds until another try, after `tries` before it. The service may name a longer wait, up to an hour. */
  retryMs: (tries: number, random: () => number, retryAfterMs = 0): number =>
    Math.min(longestMs, Math.max(retryAfterMs, backoffMs(tries, random))),

  /** The same for one that the user was shown. */
  stuckMs: longestMs,

  /**
   * A service may announce an image before its host has it: after four "not found" in about ten seconds, the service is
   * asked where the image is now. Any other refusal may be of an expired signature, so it is asked at once.
   */
  mayComeYet: ({ detail }: AppError, tries: number): boolean => detail?.status === 404 && tries < 4,

  /**
   * An address about which the service can't be asked again is tried on, unless it is refused as gone for good: stores
   * answer 403 for what isn't there yet. After twelve tries in about four minutes, it has expired.
   */
  mayAcceptYet: ({ code, detail }: AppError, tries: number): boolean =>
    code === 'imageExpired' && detail?.status !== 410 && tries < 12,

  /**
   * Text in the place of an image may be of something on the way: after four times in about ten seconds, it is all that
   * this address has. A page may be the login of a network, which takes as long as the user takes.
   */
  mayBeImageYet: ({ code }: AppError, tries: number): boolean => code === 'answerHtml' || tries < 4,

  /**
   * After three refused connections, nothing may ever listen at that address again, and after five pages the image may be
   * elsewhere too: the service is asked once where it is now.
   */
  mayHaveMoved: ({ code }: AppError, tries: number): boolean =>
    (code === 'connectionRefused' && tries >= 3) || (code === 'answerHtml' && tries >= 5),

  /** After these, an address is tried on, also if the service says nothing more of it. */
  mayAnswerYet: ({ code }: AppError): boolean => code === 'connectionRefused' || code === 'answerHtml',

  /**
   * True if not every image of the connection has to find this out for itself. A refused connection is different: the
   * image may have moved, and each image finds that out alone.
   */
  isForAll: ({ code }: AppError): boolean =>
    code === 'rateLimited' ||
    code === 'certificateUntrusted' ||
    (code !== 'connectionRefused' && unreachedCodes.has(code)),

  /** After these errors, downloads wait for the user. */
  heldCodes: new Set([...keyTroubleCodes, ...placeQuestionCodes]) as ReadonlySet<ErrorCode>,

  /** How often an image is decoded alone, on a working drive, before the user is shown the problem. */
  decodedAloneUntilTold: 3,

  /** How long downloads rest, in milliseconds, after the result of one couldn't be written to the database. */
  unwrittenRestMs: 5_000,

  /**
   * Bounds of the wait until delivery looks again, in milliseconds. An item's time may already be past while it is being
   * worked on, or far away after the clock jumped.
   */
  look: { shortestMs: 1_000, longestMs: 60_000 },
}
