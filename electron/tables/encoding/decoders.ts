import type { TableEncoding } from '@shared/model/tableReading'

/** Decodes a text part by part; without bytes, ends it. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string
}

/** The upper half of code page 850, as DOS wrote Western European letters: no TextDecoder has it. */
const ibm850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** `fatal`: throws at bytes that are no such text, instead of putting U+FFFD in their place. */
export function decoderOf(encoding: TableEncoding, { fatal = false } = {}): Decoder {
  if (encoding !== 'ibm850') return new TextDecoder(encoding, { fatal })
  return {
    decode(bytes = new Uint8Array()) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
      return text.replaceAll(/[\x80-\xff]/g, (each) => ibm850[each.charCodeAt(0) - 0x80] ?? '')
    },
  }
}
