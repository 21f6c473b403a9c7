/**
 * True for several cells or lines of a spreadsheet or a document. A line break before or after a single value does
 * not count.
 */
export function isSeveral(pasted: string): boolean {
  return /[\t\r\n]/.test(pasted.trim())
}
