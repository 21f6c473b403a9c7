/** Bytes from `first` up to, but not including, `end`. */
export type ByteRange = { first: number; end: number }

/** The intersection of the range with `start` to `end`; null when it is empty. */
export function overlap(range: ByteRange, start: number, end: number): ByteRange | null {
  const common = { first: Math.max(range.first, start), end: Math.min(range.end, end) }
  return common.first < common.end ? common : null
}

/**
 * Parses a `Range` header for a body of `size` bytes (RFC 9110 section 14). Returns one range, or null to send
 * everything. Multiple ranges and unknown syntax may be ignored (14.2), so they are. `unsatisfiable` leads to 416.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, end: size }
  }
  if (last !== '' && Number(last) < Number(first)) return null
  if (Number(first) >= size) return 'unsatisfiable'
  return { first: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
