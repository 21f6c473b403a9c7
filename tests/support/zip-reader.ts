/**
 * Reads a ZIP as a stream and checks each record against the others (APPNOTE section 4.3). It shares no code with the
 * writer, keeps only the records in memory, and so reads archives of any size.
 */
type ReadEntry = {
  name: string
  size: number
  crc32: number
  offset: number
  flags: number
  zip64: boolean
}
export type ReadZip = { entries: ReadEntry[]; bytes: number; zip64: boolean; comment: string }

type Header = { fixed: Buffer; name: Buffer; extra: Buffer }

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
const END = 0x06054b50

/** Throws on the first fault, also on bytes after the end. */
export async function readZip(
  source: AsyncIterable<Uint8Array>,
  onData: (entry: ReadEntry, chunk: Uint8Array) => void = () => {},
): Promise<ReadZip> {
  const bytes = new ByteReader(source)
  const locals: ReadEntry[] = []
  let signature = await bytes.uint32()
  for (; signature === LOCAL; signature = await bytes.uint32()) {
    const offset = bytes.position - 4
    const entry = toEntry(await readHeader(bytes, { fixed: 26, nameAt: 22 }), 0, offset)
    await bytes.skip(entry.size, chunk => onData(entry, chunk))
    locals.push(entry)
  }
  const directoryAt = bytes.position - 4
  const entries: ReadEntry[] = []
  for (; signature === CENTRAL; signature = await bytes.uint32()) {
    const header = await readHeader(bytes, { fixed: 42, nameAt: 24 })
    entries.push(toEntry(header, 2, header.fixed.readUInt32LE(38)))
  }
  const directory = { entries: entries.length, size: bytes.position - 4 - directoryAt, offset: directoryAt }
  const zip64 = signature === ZIP64_END
  if (zip64) signature = await readZip64End(bytes, directory)
  equal(signature, END, 'end record')
  const end = await bytes.take(18)
  const comment = (await bytes.take(end.readUInt16LE(16))).toString()
  equal(end.readUInt16LE(6), zip64 ? Math.min(directory.entries, 0xffff) : directory.entries, 'entries')
  equal(end.readUInt32LE(8), zip64 ? Math.min(directory.size, 0xffffffff) : directory.size, 'size')
  equal(end.readUInt32LE(12), zip64 ? Math.min(directory.offset, 0xffffffff) : directory.offset, 'offset')
  await bytes.expectEnd()
  compare(locals, entries)
  return { entries, bytes: bytes.position, zip64, comment }
}

async function readZip64End(
  bytes: ByteReader,
  directory: { entries: number; size: number; offset: number },
): Promise<number> {
  const start = bytes.position - 4
  const record = await bytes.take(52)
  equal(Number(record.readBigUInt64LE(0)), 44, 'size of the ZIP64 record')
  equal(Number(record.readBigUInt64LE(20)), directory.entries, 'entries on this disk')
  equal(Number(record.readBigUInt64LE(28)), directory.entries, 'entries')
  equal(Number(record.readBigUInt64LE(36)), directory.size, 'size of the directory')
  equal(Number(record.readBigUInt64LE(44)), directory.offset, 'offset of the directory')
  equal(await bytes.uint32(), ZIP64_LOCATOR, 'locator')
  const locator = await bytes.take(16)
  equal(Number(locator.readBigUInt64LE(4)), start, 'place of the ZIP64 record')
  equal(locator.readUInt32LE(12), 1, 'number of disks')
  return bytes.uint32()
}

async function readHeader(
  bytes: ByteReader,
  { fixed, nameAt }: { fixed: number; nameAt: number },
): Promise<Header> {
  const start = await bytes.take(fixed)
  const name = await bytes.take(start.readUInt16LE(nameAt))
  const extra = await bytes.take(start.readUInt16LE(nameAt + 2))
  return { fixed: start, name, extra }
}

/** `at` is the start of the fields that local and central headers share. */
function toEntry({ fixed, name, extra }: Header, at: number, offset: number): ReadEntry {
  const large = zip64Numbers(extra)
  const take = (value: number) => (value === 0xffffffff && large.length > 0 ? Number(large.shift()) : value)
  equal(fixed.readUInt16LE(at + 4), 0, 'method: stored')
  const size = take(fixed.readUInt32LE(at + 18))
  equal(take(fixed.readUInt32LE(at + 14)), size, 'stored size')
  return {
    name: name.toString('utf8'),
    size,
    crc32: fixed.readUInt32LE(at + 10),
    offset: take(offset),
    flags: fixed.readUInt16LE(at + 2),
    zip64: extra.length > 0,
  }
}

function zip64Numbers(extra: Buffer): bigint[] {
  if (extra.length === 0) return []
  equal(extra.readUInt16LE(0), 1, 'kind of the extra field')
  equal(extra.readUInt16LE(2), extra.length - 4, 'length of the extra field')
  return Array.from({ length: (extra.length - 4) / 8 }, (_, index) => extra.readBigUInt64LE(4 + 8 * index))
}

function compare(locals: ReadEntry[], entries: ReadEntry[]): void {
  equal(entries.length, locals.length, 'as many in the directory as before it')
  for (const [index, entry] of entries.entries()) {
    const { zip64: _, ...central } = entry
    const { zip64: __, ...local } = locals[index] ?? entry
    equal(JSON.stringify(central), JSON.stringify(local), `entry ${index} in both places`)
  }
}

function equal(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`ZIP: ${what} is ${actual}, should be ${expected}`)
}

class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)
  position = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async uint32(): Promise<number> {
    return (await this.take(4)).readUInt32LE(0)
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    await this.skip(length, chunk => parts.push(Buffer.from(chunk)))
    return Buffer.concat(parts)
  }

  async skip(length: number, onChunk: (chunk: Buffer) => void): Promise<void> {
    let missing = length
    while (missing > 0) {
      if (this.#rest.length === 0 && !(await this.#pull())) throw new Error('ZIP: ends too early')
      const chunk = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(chunk.length)
      this.position += chunk.length
      missing -= chunk.length
      onChunk(chunk)
    }
  }

  async expectEnd(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#pull())) throw new Error('ZIP: bytes after the end')
  }

  async #pull(): Promise<boolean> {
    for (;;) {
      const next = await this.#source.next()
      if (next.done) return false
      if (next.value.byteLength === 0) continue
      this.#rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
      return true
    }
  }
}
