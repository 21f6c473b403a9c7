/**
 * The records of a ZIP file (PKWARE APPNOTE 6.3.10, section 4.3), for stored entries whose size and CRC-32 are known
 * beforehand: no compression and no data descriptors, which Java's ZipInputStream refuses on stored entries.
 */
export type ZipEntryFacts = { name: Buffer; size: number; crc32: number; modified: Date; offset: number }

const MAX_UINT16 = 0xffff
const MAX_UINT32 = 0xffffffff

const VERSION_STORED = 20
const VERSION_ZIP64 = 45
/** Declares Unix as the origin, so that the permissions in the external attributes apply. */
const MADE_BY_UNIX = 3 << 8
const REGULAR_FILE_0644 = (0o100644 << 16) >>> 0
/** General purpose bit 11: the name is UTF-8 (Appendix D). */
const FLAG_UTF8 = 0x0800
const ZIP64_EXTRA = 0x0001
/** Excludes the name and the extra field. */
const LOCAL_HEADER_BYTES = 30

/** Section 4.3.7. */
export function localHeader({ name, size, crc32, modified }: ZipEntryFacts): Buffer {
  const zip64 = size >= MAX_UINT32 ? zip64Extra([size, size]) : Buffer.alloc(0)
  const header = Buffer.alloc(LOCAL_HEADER_BYTES)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(zip64.length > 0 ? VERSION_ZIP64 : VERSION_STORED, 4)
  writeCommonFields(header, 6, { name, size, crc32, modified })
  header.writeUInt16LE(zip64.length, 28)
  return Buffer.concat([header, name, zip64])
}

/** Length of the local header, without writing it. */
export function localHeaderLength({ name, size }: Pick<ZipEntryFacts, 'name' | 'size'>): number {
  return LOCAL_HEADER_BYTES + name.length + (size >= MAX_UINT32 ? zip64Length(2) : 0)
}

/** Section 4.3.12. */
export function centralHeader({ name, size, crc32, modified, offset }: ZipEntryFacts): Buffer {
  const large = [...(size >= MAX_UINT32 ? [size, size] : []), ...(offset >= MAX_UINT32 ? [offset] : [])]
  const zip64 = large.length > 0 ? zip64Extra(large) : Buffer.alloc(0)
  const version = large.length > 0 ? VERSION_ZIP64 : VERSION_STORED
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(MADE_BY_UNIX | version, 4)
  header.writeUInt16LE(version, 6)
  writeCommonFields(header, 8, { name, size, crc32, modified })
  header.writeUInt16LE(zip64.length, 30)
  header.writeUInt32LE(REGULAR_FILE_0644, 38)
  header.writeUInt32LE(Math.min(offset, MAX_UINT32), 42)
  return Buffer.concat([header, name, zip64])
}

/** Sections 4.3.14 to 4.3.16. The ZIP64 records appear only where a number does not fit, as readers expect. */
export function endRecords(directory: { entries: number; size: number; offset: number }): Buffer {
  const { entries, size, offset } = directory
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, MAX_UINT16), 8)
  end.writeUInt16LE(Math.min(entries, MAX_UINT16), 10)
  end.writeUInt32LE(Math.min(size, MAX_UINT32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_UINT32), 16)
  const fits = entries < MAX_UINT16 && size < MAX_UINT32 && offset < MAX_UINT32
  return fits ? end : Buffer.concat([zip64End(directory), end])
}

function zip64End({ entries, size, offset }: { entries: number; size: number; offset: number }): Buffer {
  const records = Buffer.alloc(56 + 20)
  records.writeUInt32LE(0x06064b50, 0)
  records.writeBigUInt64LE(44n, 4)
  records.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12)
  records.writeUInt16LE(VERSION_ZIP64, 14)
  records.writeBigUInt64LE(BigInt(entries), 24)
  records.writeBigUInt64LE(BigInt(entries), 32)
  records.writeBigUInt64LE(BigInt(size), 40)
  records.writeBigUInt64LE(BigInt(offset), 48)
  records.writeUInt32LE(0x07064b50, 56)
  records.writeBigUInt64LE(BigInt(offset + size), 64)
  records.writeUInt32LE(1, 72)
  return records
}

type CommonFields = Omit<ZipEntryFacts, 'offset'>

/** Writes the fields common to local and central headers, from the flags to the name length. */
function writeCommonFields(header: Buffer, at: number, { name, size, crc32, modified }: CommonFields): void {
  const { date, time } = toDosTime(modified)
  header.writeUInt16LE(FLAG_UTF8, at)
  header.writeUInt16LE(time, at + 4)
  header.writeUInt16LE(date, at + 6)
  header.writeUInt32LE(crc32, at + 8)
  header.writeUInt32LE(Math.min(size, MAX_UINT32), at + 12)
  header.writeUInt32LE(Math.min(size, MAX_UINT32), at + 16)
  header.writeUInt16LE(name.length, at + 20)
}

/** Section 4.5.3: the numbers that do not fit, in the prescribed order. */
function zip64Extra(numbers: number[]): Buffer {
  const extra = Buffer.alloc(zip64Length(numbers.length))
  extra.writeUInt16LE(ZIP64_EXTRA, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index)
  return extra
}

function zip64Length(numbers: number): number {
  return 4 + 8 * numbers
}

/**
 * MS-DOS date and time: two-second steps from 1980, without a time zone. UTC is used so that equal exports have equal
 * bytes.
 */
function toDosTime(moment: Date): { date: number; time: number } {
  const year = Math.min(Math.max(moment.getUTCFullYear(), 1980), 2107)
  return {
    date: ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  }
}
