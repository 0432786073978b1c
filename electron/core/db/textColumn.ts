/**
 * Text for a column that is shown or searched: it would be cut off at a NUL when read back, so a visible sign replaces
 * each NUL.
 */
export const textColumn = (text: string): string => text.replaceAll('\0', '\u2400')
