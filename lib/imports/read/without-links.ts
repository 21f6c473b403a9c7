import { hasBytes } from './bytes.ts'

const TAG = [...'hyperlink '].map(letter => letter.charCodeAt(0))
const [SMALL_H = 0] = TAG
const LARGE_H = 'H'.charCodeAt(0)
const PREFIX_MAX = 16
const TAG_BEGIN = /<(\w+:)?$/

/**
 * The XML of a sheet in which nothing is called `hyperlink` any more. The spreadsheet library makes a cell for each one
 * that a link covers, and a link over a whole sheet covers 17 billion. Changes the bytes in place: they are our copy.
 */
export function withoutLinks(xml: Uint8Array): Uint8Array {
  for (let at = xml.indexOf(SMALL_H); at !== -1; at = xml.indexOf(SMALL_H, at + 1)) {
    if (!hasBytes(xml, TAG, at)) continue
    const before = String.fromCharCode(...xml.subarray(Math.max(0, at - PREFIX_MAX), at))
    if (TAG_BEGIN.test(before)) xml[at] = LARGE_H
  }
  return xml
}
