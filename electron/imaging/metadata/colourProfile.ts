/** Where each ICC profile has its signature. */
const signatureAt = 36

/** Whether some bytes are a colour profile rather than something that hides as one. */
const isColourProfile = (bytes: Buffer): boolean =>
  bytes.toString('latin1', signatureAt, signatureAt + 4) === 'acsp'

/** Bytes that each profile has at least. */
const headBytes = 128

/** A profile as long as it says it is; null for something else. */
export function plainProfile(bytes: Buffer): Buffer | null {
  if (bytes.length < headBytes || !isColourProfile(bytes)) return null
  const stated = bytes.readUInt32BE(0)
  return stated < headBytes ? null : bytes.subarray(0, stated)
}
