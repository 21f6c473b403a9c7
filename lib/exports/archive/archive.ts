import { createHash } from 'node:crypto'
import { crc32 as updateCrc32 } from 'node:zlib'
import { ArchiveError } from './archive-error.ts'
import { type ByteRange, overlap } from './byte-range.ts'
import { centralHeader, endRecords, localHeader, type ZipEntryFacts } from './records.ts'

/** A file whose size and checksum are known before its first byte is read. */
export type ArchiveEntry = {
  /** File name as it appears in the archive; must be safe already. */
  name: string
  size: number
  crc32: number
  open(): AsyncIterable<Uint8Array>
}

export type Archive = {
  /** Exact length in bytes. */
  size: number
  /** Strong (RFC 9110 section 8.8.1): archives with the same tag are equal in every byte. */
  etag: string
  /** Which entries hold bytes of the range, by their place in the plan. */
  entriesOf(range: ByteRange): number[]
  /** The bytes, or those of one range. Throws ArchiveError when a file is not what the plan said. */
  write(range?: ByteRange): AsyncGenerator<Uint8Array, void>
}

/** Directory records go out in batches: tens of thousands of chunks of 60 bytes would take longer than the photos. */
const HEADERS_PER_CHUNK = 512

/**
 * Plans a ZIP of stored entries. Nothing is read yet; every offset is known, so nothing can shift later.
 * See docs/decisions/016-own-zip-writer.md.
 */
export function planArchive(entries: ArchiveEntry[], modified: Date): Archive {
  const facts: ZipEntryFacts[] = []
  let offset = 0
  for (const { name, size, crc32 } of entries) {
    const fact = { name: Buffer.from(name, 'utf8'), size, crc32, modified, offset }
    facts.push(fact)
    offset += localHeader(fact).length + size
  }
  const directory = centralDirectory(facts)
  const directorySize = directory.reduce((sum, chunk) => sum + chunk.length, 0)
  const tail = [...directory, endRecords({ entries: facts.length, size: directorySize, offset })]
  const size = tail.reduce((sum, chunk) => sum + chunk.length, offset)
  const endOf = (index: number) => facts[index + 1]?.offset ?? offset

  return {
    size,
    etag: toEtag(tail),
    entriesOf: range =>
      [...facts.keys()].filter(index => overlap(range, facts[index]?.offset ?? 0, endOf(index))),
    async *write(range = { first: 0, end: size }) {
      for (const [index, fact] of facts.entries()) {
        if (!overlap(range, fact.offset, endOf(index))) continue
        const header = localHeader(fact)
        yield* cut(header, fact.offset, range)
        const dataAt = fact.offset + header.length
        const wanted = overlap(range, dataAt, dataAt + fact.size)
        if (wanted || fact.size === 0)
          yield* readChecked(entries[index], fact, {
            first: (wanted?.first ?? dataAt) - dataAt,
            end: (wanted?.end ?? dataAt) - dataAt,
          })
      }
      let at = offset
      for (const chunk of tail) {
        yield* cut(chunk, at, range)
        at += chunk.length
      }
    },
  }
}

function centralDirectory(facts: ZipEntryFacts[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; at < facts.length; at += HEADERS_PER_CHUNK)
    chunks.push(Buffer.concat(facts.slice(at, at + HEADERS_PER_CHUNK).map(centralHeader)))
  return chunks
}

/** The directory names every file with its size, checksum, time and place: what it says decides all the rest. */
function toEtag(tail: Buffer[]): string {
  const hash = createHash('sha256')
  for (const chunk of tail) hash.update(chunk)
  return `"${hash.digest('hex').slice(0, 32)}"`
}

/** The part of a record that lies in the range. */
function* cut(record: Buffer, at: number, range: ByteRange): Generator<Uint8Array> {
  const wanted = overlap(range, at, at + record.length)
  if (wanted) yield record.subarray(wanted.first - at, wanted.end - at)
}

/**
 * The wanted bytes of an entry. The whole entry is read also when a range wants a part of it, because only the whole
 * proves its length and checksum; the last wanted chunk is held back until they have proven right, so that nobody can
 * take a damaged file for a good one.
 */
async function* readChecked(
  entry: ArchiveEntry | undefined,
  { size: expectedSize, crc32: expectedCrc }: { size: number; crc32: number },
  wanted: ByteRange,
): AsyncGenerator<Uint8Array> {
  let size = 0
  let crc = 0
  let held: Uint8Array | undefined
  for await (const chunk of entry?.open() ?? []) {
    const at = size
    size += chunk.byteLength
    crc = updateCrc32(chunk, crc)
    if (size > expectedSize) break
    const part = overlap(wanted, at, size)
    if (!part) continue
    if (held) yield held
    held = chunk.subarray(part.first - at, part.end - at)
  }
  if (size !== expectedSize || crc !== expectedCrc)
    throw new ArchiveError(`An entry of ${expectedSize} bytes is damaged on disk.`, entry?.name ?? '')
  if (held) yield held
}
