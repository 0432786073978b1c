/** Text for a column that is shown or searched: read back it would end at a NUL, so the sign for one stands there. */
export const textColumn = (text: string): string => text.replaceAll('\0', '\u2400')
