/** True for several cells or lines of a spreadsheet or a document. A line break around one value is none. */
export function isSeveral(pasted: string): boolean {
  return /[\t\r\n]/.test(pasted.trim())
}
