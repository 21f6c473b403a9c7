/** A file whose size and checksum are known before its first byte is read. */
export type ArchiveEntry = {
  /** File name as it appears in the archive; must be safe already. */
  name: string
  size: number
  crc32: number
  open(): AsyncIterable<Uint8Array>
}
