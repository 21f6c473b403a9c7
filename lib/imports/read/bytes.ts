export function hasBytes(bytes: Uint8Array, wanted: readonly number[], at = 0): boolean {
  return wanted.every((byte, index) => bytes[at + index] === byte)
}

/** Where ASCII text stands in the bytes, as UTF-16LE: the way in which an OLE container writes its names. */
export function hasWideText(bytes: Uint8Array, text: string): boolean {
  const wanted = [...text].flatMap(letter => [letter.charCodeAt(0), 0])
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (hasBytes(bytes, wanted, at)) return true
  }
  return false
}
