import { BYTE_ORDER_MARK, type CsvRules, toCsvLines } from './write-csv.ts'

/** A whole table as a file in UTF-8. */
export function toCsvFile(
  rows: readonly (readonly (string | number)[])[],
  { byteOrderMark, ...rules }: CsvRules & { byteOrderMark: boolean },
): Buffer<ArrayBuffer> {
  return Buffer.from((byteOrderMark ? BYTE_ORDER_MARK : '') + toCsvLines(rows, rules))
}
