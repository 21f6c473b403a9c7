import type { CheckedRow } from './checked-row.ts'

/**
 * Returns a short text that changes when the same number of rows would be sent differently: other values, other
 * employees, or other previous values shown. `rows`: the rows to be sent, in list order.
 */
export function digestPlan(rows: readonly CheckedRow[]): string {
  let digest: readonly [number, number] = [0xdeadbeef, 0x41c6ce57]
  for (const { row, employee_id, kind, input, changes } of rows) {
    const said = kind === 'new' ? [row, input] : [row, employee_id, changes]
    digest = addText(digest, JSON.stringify(said))
  }
  return digest.map(half => (half >>> 0).toString(16)).join('-')
}

/** Combines two multiplicative hashes: no security depends on it, and browsers offer no better hash without TLS. */
function addText([one, other]: readonly [number, number], text: string): readonly [number, number] {
  let [first, second] = [one, other]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 2_654_435_761)
    second = Math.imul(second ^ code, 1_597_334_677)
  }
  return [first ^ (second >>> 13), second ^ (first >>> 16)]
}
