import { createHash } from 'node:crypto'
import { crc32 as updateCrc32 } from 'node:zlib'
import { ArchiveError } from './archive-error.ts'
import { type ByteRange, overlap } from './byte-range.ts'
import { centralHeader, endRecords, localHeader, localHeaderLength, type ZipEntryFacts } from './records.ts'

/** A file whose size and checksum are known before its first byte is read. */
export type ArchiveEntry = {
  /** File name in the archive; must be safe already. */
  name: string
  size: number
  crc32: number
  open(): AsyncIterable<Uint8Array>
}

export type Archive = {
  /** Exact length in bytes. */
  size: number
  /** Strong (RFC 9110 section 8.8.1): archives with the same tag are identical in every byte. */
  etag: string
  /** Returns the indexes of the entries that have bytes in the range. */
  entriesOf(range: ByteRange): number[]
  /** Yields all bytes, or those of one range. Throws ArchiveError when a file differs from the plan. */
  write(range?: ByteRange): AsyncGenerator<Uint8Array, void>
}

/** Position of an entry in the archive, from its header to its `end`. */
type PlacedFile = { entry: ArchiveEntry; fact: ZipEntryFacts; dataAt: number; end: number }

/** Directory records are sent in batches: tens of thousands of chunks of 60 bytes would take longer than the photos. */
const HEADERS_PER_CHUNK = 512
/** Number of small files opened ahead of their turn: opening takes longer than reading them. */
const FILES_AHEAD = 8
const SMALL_BYTES = 128 * 1024

/**
 * Plans a ZIP of stored entries. Nothing is read yet; every offset is known, so nothing can shift later. Throws
 * ArchiveError when two entries have the same name, because unpacking would lose one of them.
 * See docs/decisions/016-own-zip-writer.md.
 */
export function planArchive(entries: ArchiveEntry[], modified: Date): Archive {
  const files: PlacedFile[] = []
  const names = new Set<string>()
  let offset = 0
  for (const entry of entries) {
    const { name, size, crc32 } = entry
    if (names.has(name)) throw new ArchiveError('Two entries have one name.', name)
    names.add(name)
    const fact = { name: Buffer.from(name, 'utf8'), size, crc32, modified, offset }
    const dataAt = offset + localHeaderLength(fact)
    offset = dataAt + size
    files.push({ entry, fact, dataAt, end: offset })
  }
  const directory = centralDirectory(files.map(({ fact }) => fact))
  const directorySize = directory.reduce((sum, chunk) => sum + chunk.length, 0)
  const tail = [...directory, endRecords({ entries: files.length, size: directorySize, offset })]
  const size = tail.reduce((sum, chunk) => sum + chunk.length, offset)

  return {
    size,
    etag: toEtag(tail),
    entriesOf: range =>
      [...files.entries()].flatMap(([index, { fact, end }]) =>
        overlap(range, fact.offset, end) ? index : [],
      ),
    async *write(range = { first: 0, end: size }) {
      const inside = files.filter(({ fact, end }) => overlap(range, fact.offset, end))
      const opened = openAhead(inside.map(({ entry }) => entry))
      try {
        for (const { entry, fact, dataAt, end } of inside) {
          yield* cut(localHeader(fact), fact.offset, range)
          const wanted = overlap(range, dataAt, end)
          const { value: pieces } = await opened.next()
          if (pieces && (wanted || fact.size === 0))
            yield* readChecked(pieces, entry, {
              first: (wanted?.first ?? dataAt) - dataAt,
              end: (wanted?.end ?? dataAt) - dataAt,
            })
        }
      } finally {
        await opened.return()
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

/**
 * Hashes the directory: it lists each file's name, size, checksum, time and offset, which determine all other bytes.
 */
function toEtag(tail: Buffer[]): string {
  const hash = createHash('sha256')
  for (const chunk of tail) hash.update(chunk)
  return `"${hash.digest('hex').slice(0, 32)}"`
}

/** Yields the part of a record that lies in the range. */
function* cut(record: Buffer, at: number, range: ByteRange): Generator<Uint8Array> {
  const wanted = overlap(range, at, at + record.length)
  if (wanted) yield record.subarray(wanted.first - at, wanted.end - at)
}

/** A file whose first chunk is being read. */
type OpenedFile = { pieces: AsyncIterator<Uint8Array>; first: Promise<IteratorResult<Uint8Array>> }

/**
 * Yields the chunks of each file, one file after another. While one is read the next ones are opened, each up to its
 * first chunk. Files still open at the end are closed.
 */
async function* openAhead(files: ArchiveEntry[]): AsyncGenerator<AsyncIterable<Uint8Array>, void> {
  const opened: OpenedFile[] = []
  const mayOpen = ({ size }: ArchiveEntry) =>
    opened.length === 0 || (opened.length <= FILES_AHEAD && size <= SMALL_BYTES)
  try {
    for (const index of files.keys()) {
      const next = () => files[index + opened.length]
      for (let file = next(); file && mayOpen(file); file = next()) opened.push(openFile(file))
      const [file] = opened
      if (!file) return
      yield readOn(file)
      await file.pieces.return?.()
      opened.shift()
    }
  } finally {
    await Promise.all(opened.map(({ pieces }) => pieces.return?.()))
  }
}

function openFile({ open }: ArchiveEntry): OpenedFile {
  const pieces = open()[Symbol.asyncIterator]()
  const first = pieces.next()
  // The error is handled when this file's turn comes.
  first.catch(() => {})
  return { pieces, first }
}

async function* readOn({ pieces, first }: OpenedFile): AsyncGenerator<Uint8Array> {
  for (let next = await first; !next.done; next = await pieces.next()) yield next.value
}

/**
 * Yields the wanted bytes of an entry. The whole entry is read even for a part of it, because only the whole proves
 * length and checksum. The last wanted chunk is held back until both are verified, so that a damaged file never arrives
 * complete.
 */
async function* readChecked(
  pieces: AsyncIterable<Uint8Array>,
  { name, size: expectedSize, crc32: expectedCrc }: Omit<ArchiveEntry, 'open'>,
  wanted: ByteRange,
): AsyncGenerator<Uint8Array> {
  let size = 0
  let crc = 0
  let held: Uint8Array | undefined
  for await (const chunk of pieces) {
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
    throw new ArchiveError(`An entry of ${expectedSize} bytes is damaged on disk.`, name)
  if (held) yield held
}
