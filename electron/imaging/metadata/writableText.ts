// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what can't be written
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu

/** As XML, PNG and EXIF can hold it: a character that none of them may have becomes U+FFFD. */
export const writableText = (text: string): string => text.replace(unwritable, '\ufffd')
