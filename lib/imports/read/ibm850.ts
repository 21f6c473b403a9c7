/** Bytes from 0x80 in the MS-DOS encoding of Western Europe: Excel's "CSV (MS-DOS)". Browsers cannot decode it. */
const UPPER = [
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ',
  'áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐',
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀',
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
].join('')

/** Decodes the text; each byte is one character. */
export function decodeIbm850(bytes: Uint8Array): string {
  const latin = new TextDecoder('latin1').decode(bytes)
  let text = ''
  let from = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    text += latin.slice(from, at) + UPPER.charAt(byte - 0x80)
    from = at + 1
  }
  return text + latin.slice(from)
}
