/** Where each ICC profile has its signature. */
const signatureAt = 36

/** Whether some bytes are a colour profile rather than something that hides as one. */
export const isColourProfile = (bytes: Buffer): boolean =>
  bytes.toString('latin1', signatureAt, signatureAt + 4) === 'acsp'
