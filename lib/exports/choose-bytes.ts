import type { Archive } from './archive/archive.ts'
import { type ByteRange, parseRange } from './archive/byte-range.ts'

/**
 * Which bytes a request gets (RFC 9110 sections 13 and 14): a range, or null for all. Chrome continues a download with
 * `If-Range`, Firefox with `If-Match`; `changed` means that the archive which they began is no more.
 */
export function chooseBytes(
  headers: Headers,
  { etag, size }: Pick<Archive, 'etag' | 'size'>,
): ByteRange | 'unsatisfiable' | 'changed' | null {
  const match = headers.get('if-match')
  if (match !== null && match.trim() !== '*' && !listOf(match).includes(etag)) return 'changed'
  const condition = headers.get('if-range')
  // A date can never match, because an archive is told apart by its tag alone.
  if (condition !== null && condition.trim() !== etag) return null
  return parseRange(headers.get('range'), size)
}

function listOf(tags: string): string[] {
  return tags.split(',').map(tag => tag.trim())
}
