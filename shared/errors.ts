import { z } from 'zod'

/**
 * Every failure a user can meet, by code. The words are in the catalogue (`shared/text`), which must have a sentence
 * for each code.
 */
export const errorCodes = [
  // what was typed
  'promptEmpty',
  'characterBroken',
  'modelEmpty',
  'sizeInvalid',
  'countInvalid',
  'referenceInvalid',
  'variableEmpty',
  'variablesTooMany',
  'alternativesEmpty',
  'braceUnpaired',
  'tooManyImages',
  'countlessImages',
  'promptTooLong',
  'requestsTooLong',
  'extraNameEmpty',
  'extraNameTooLong',
  'extraNameReserved',
  'extraNameTwice',
  'extraStream',
  'extraTooDeep',
  'extraTooLong',
  'extraTooMany',
  'extraJsonBroken',
  'extraJsonShape',
  'extraTextUnclear',
  'connectionMissing',
  'nameEmpty',
  'baseUrlInvalid',
  'baseUrlInsecure',
  'pathPrefixInvalid',
  'originInvalid',
  'pageUrlInvalid',
  'taskPathInvalid',
  'taskOriginInvalid',
  'originLocked',
  'jobNotWaiting',
  'templateNameEmpty',
  'templateNameTaken',
  'collectionNameTaken',
  'collectionsTooMany',
  'bringingBusy',
  // the way to the service: nothing was sent
  'hostNotFound',
  'connectionRefused',
  'hostUnreachable',
  'connectTimeout',
  'tlsFailed',
  'certificateUntrusted',
  'proxyRefused',
  'offline',
  // the way back: the request may have been processed
  'connectionLost',
  'answerTimeout',
  'answerTooLarge',
  'answerUnreadable',
  'answerEmpty',
  'answerHtml',
  'answerText',
  'interrupted',
  'imagesHere',
  // what the service said
  'keyMissing',
  'keyRefused',
  'creditExhausted',
  'accessBarred',
  'modelDenied',
  'rateLimited',
  'requestRefused',
  'notFound',
  'redirected',
  'moderated',
  'serviceFailed',
  'serviceUnclear',
  // a task
  'taskFailed',
  'taskCancelled',
  'taskUnknown',
  'taskOverdue',
  'taskUnreadable',
  'taskAnsweredByErrors',
  'taskWithoutImage',
  'taskAskedElsewhere',
  'taskUnproven',
  'imageFound',
  'imageFoundUnfetched',
  'placeAbsent',
  'placeUnfit',
  'itemMissing',
  'imageUndelivered',
  'removedRefused',
  'movedRefused',
  // an image on its way to the library
  'imageExpired',
  'imageRefused',
  'imageTooLarge',
  'imageNotAnImage',
  'imageUndecodable',
  'imageSlow',
  'decoderEnded',
  'imageAddressForbidden',
  'imageHostForbidden',
  'imageHostPrivate',
  'proxyNamesUnknown',
  'proxyNumbersRefused',
  'imageLost',
  'imageVanished',
  'imagePlaceTaken',
  'sourceSilent',
  'imageStuck',
  'imageGivenUp',
  // the file of an image, for another program
  'fileShort',
  'fileUnreadable',
  'fileMisnamed',
  'filesIncomplete',
  'filesTooMany',
  'copyTooLarge',
  'formatNotShown',
  'clipboardUnfit',
  // a reference in a preview
  'previewForbidden',
  'previewRefused',
  'previewTooLarge',
  'previewNotAnImage',
  'previewUnreached',
  'previewNameUnknown',
  // this computer
  'libraryUnwritable',
  'libraryAway',
  'librarySilent',
  'formerLibrarySilent',
  'diskLow',
  // the move of a library
  'moveUnderway',
  'moveSameFolder',
  'moveNested',
  'libraryFolderOwn',
  'moveNothing',
  'moveNoRoom',
  'moveSourceAway',
  'moveTargetAway',
  'moveFolderSilent',
  'moveTargetFull',
  'moveTargetUnwritable',
  'quitting',
  'startLeftOut',
  'startHeld',
  'startSendsHeld',
  'storageUnwritable',
  'settingsUnread',
  'settingsUnwritten',
  'databaseNewer',
  'databaseLocked',
  'databaseSalvaged',
  'databasePutBack',
  'rowsDamaged',
  'keychainMissing',
  'keychainLocked',
  'keychainUnavailable',
  'breakerTripped',
  'imagesLost',
  'imagesLearned',
  'dailyCapReached',
  'dailyCapTooLow',
  'priceMissing',
  'exportFailed',
  'exportFull',
  'exportZipTooLarge',
  'exportAway',
  'exportBusy',
  'exportFolderOwn',
  'exportWaits',
  'exportNamesUnfit',
  'exportTooLarge',
  'exportOtherFormat',
  'metadataUnfit',
  'exportPathTooLong',
  'folderUnwritable',
  'fileChangedMeanwhile',
  // a table
  'tableUnready',
  'tableClosed',
  'tableRowsWrong',
  'tableEmpty',
  'tableEncodingUnsure',
  'tableTooLarge',
  'batchWithoutTable',
  'tableUnwritten',
  // a table as it is read
  'tableUnreadable',
  'tableFileTooLarge',
  'tableBinary',
  'tableSpreadsheet',
  'tableMarkup',
  'tableWithoutRows',
  'tableWithoutPrompt',
  'tableTooManyRows',
  'tableTooManyColumns',
  'tableRecordTooLong',
  'tableObjectTooLong',
  'tableQuoteOpen',
  'tableBroken',
  'tableJsonBroken',
  'tableJsonShape',
  // a row of it
  'rowRagged',
  'lineUnreadable',
  'keyTaken',
  'modeUnknown',
  'cellTooLong',
  'controlCharacter',
  'characterLost',
  'columnUnknown',
  'cellEmpty',
  'rowTooMany',
  // the bridge
  'inputInvalid',
  'rowMissing',
  'undoTooLate',
  'notAllowed',
  'fileRefused',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Whether a text is one of the codes: the schemas' issues use codes as messages when they name the problem. */
export function isErrorCode(text: string): text is ErrorCode {
  return errorCodes.some((code) => code === text)
}

/** The problem that a schema's issue reports, with the parameters of its check: one of our codes, or `inputInvalid`. */
export function issueProblem(issue: z.core.$ZodIssue): Pick<AppError, 'code' | 'params'> {
  const code = isErrorCode(issue.message) ? issue.message : 'inputInvalid'
  return { code, params: issue.code === 'custom' ? paramsSchema.parse(issue.params ?? {}) : {} }
}

/**
 * What a retry would mean. `free` costs nothing; `paid` is a new request that is billed; `maybeTwice` may be billed a
 * second time; `no` would end the same way.
 */
export const retrySchema = z.enum(['no', 'free', 'paid', 'maybeTwice'])

/** What the other side said, kept verbatim for "Details"; the key is already removed. */
export const errorDetailSchema = z.object({
  /** HTTP status, 100 to 599, if there was an answer. */
  status: z.number().int().optional(),
  /** The service's own words, at most 2,000 characters. */
  words: z.string().max(2000).optional(),
  /** The service's id of the request, from a header or the body. */
  requestId: z.string().max(200).optional(),
  /** The system's own code, for example `ECONNREFUSED`. */
  cause: z.string().max(200).optional(),
})

const paramsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

export const appErrorSchema = z.object({
  code: z.enum(errorCodes),
  params: paramsSchema,
  retry: retrySchema,
  detail: errorDetailSchema.nullable(),
})

export type Retry = z.infer<typeof retrySchema>
export type ErrorDetail = z.infer<typeof errorDetailSchema>
/** An expected failure as plain data: a code and parameters, never a sentence. */
export type AppError = z.infer<typeof appErrorSchema>

/** Builds an AppError; `retry` is `no` by default. */
export function appError(
  code: ErrorCode,
  options: {
    readonly params?: AppError['params']
    readonly retry?: Retry
    readonly detail?: ErrorDetail | null
  } = {},
): AppError {
  return {
    code,
    params: options.params ?? {},
    retry: options.retry ?? 'no',
    detail: options.detail ?? null,
  }
}

/** Passes an AppError through code that throws. Anything else thrown is a bug. */
export class AppFailure extends Error {
  override readonly name = 'AppFailure'
  readonly error: AppError

  constructor(error: AppError, options?: { readonly cause?: unknown }) {
    super(error.code, options)
    this.error = error
  }
}
