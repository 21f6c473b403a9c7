import { createHash } from 'node:crypto'
import type { ArchiveEntry } from './archive-entry.ts'
import { type ByteRange, overlap } from './byte-range.ts'
import { readChecked } from './read-checked.ts'
import { centralHeader, endRecords, localHeader, type ZipEntryFacts } from './records.ts'

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
