import 'server-only'

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG_START = [0xff, 0xd8, 0xff]
const [TEM, RST_FIRST, RST_LAST, SOI, EOI, SOS, APP2] = [0x01, 0xd0, 0xd7, 0xd8, 0xd9, 0xda, 0xe2]
/** The IEND chunk after its length: empty, with its fixed checksum. */
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
/** Bytes of a chunk's length and type, and of its checksum. */
const [CHUNK_HEAD_BYTES, CHUNK_SUM_BYTES] = [8, 4]

/**
 * Finds the end of a picture byte by byte, by its structure: an end mark inside a segment, such as that of an embedded
 * thumbnail, does not count. `hasMore`: the picture itself announces further pictures after it (CIPA DC-007,
 * multi-picture format).
 */
export type ImageEnd = {
  isForeign: boolean
  isEnd: boolean
  hasMore: boolean
  /** Reads bytes up to the end, and returns their number. */
  update: (bytes: Uint8Array) => number
}

/** The end of a JPEG (ITU-T T.81, annex B). Bytes between segments are skipped, as decoders do. */
export class JpegEnd implements ImageEnd {
  isForeign = false
  isEnd = false
  hasMore = false
  #state: 'start' | 'between' | 'marker' | 'length' | 'segment' | 'scan' | 'scanMarker' = 'start'
  #marker = 0
  #begin: number[] = []
  #left = 0

  update(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.isEnd || this.isForeign) return at
      if (this.#state === 'segment' && this.#begin.length === 4) {
        const skipped = Math.min(this.#left, bytes.length - at)
        this.#left -= skipped
        at += skipped - 1
        if (this.#left === 0) this.#endSegment()
      } else if (this.#state === 'scan') {
        const next = bytes.indexOf(0xff, at)
        if (next === -1) return bytes.length
        at = next
        this.#state = 'scanMarker'
      } else this.#take(bytes[at] ?? 0)
    }
    return bytes.length
  }

  #take(byte: number): void {
    if (this.#state === 'start') {
      this.isForeign = byte !== JPEG_START[this.#begin.length]
      this.#begin.push(byte)
      if (this.#begin.length === JPEG_START.length) this.#state = 'marker'
    } else if (this.#state === 'between') {
      if (byte === 0xff) this.#state = 'marker'
    } else if (this.#state === 'marker') this.#takeMarker(byte)
    else if (this.#state === 'scanMarker') {
      if (byte === 0x00 || (byte >= RST_FIRST && byte <= RST_LAST)) this.#state = 'scan'
      else this.#takeMarker(byte)
    } else if (this.#state === 'length') this.#takeLength(byte)
    else {
      this.#begin.push(byte)
      this.#left -= 1
      if (this.#left === 0) this.#endSegment()
    }
  }

  #takeMarker(byte: number): void {
    if (byte === 0xff) return
    this.isEnd = byte === EOI
    const isAlone = byte <= TEM || (byte >= RST_FIRST && byte <= SOI)
    this.#marker = byte
    this.#begin = []
    this.#state = isAlone ? 'between' : 'length'
  }

  #takeLength(byte: number): void {
    this.#begin.push(byte)
    if (this.#begin.length < 2) return
    const [high = 0, low = 0] = this.#begin
    this.#begin = []
    this.#left = Math.max(0, high * 256 + low - 2)
    this.#state = 'segment'
    if (this.#left === 0) this.#endSegment()
  }

  #endSegment(): void {
    if (this.#marker === APP2 && String.fromCharCode(...this.#begin) === 'MPF\0') this.hasMore = true
    this.#state = this.#marker === SOS ? 'scan' : 'between'
  }
}

/** The end of a PNG: after its IEND chunk (ISO/IEC 15948, 5.3). */
export class PngEnd implements ImageEnd {
  isForeign = false
  isEnd = false
  readonly hasMore = false
  #start = 0
  #head: number[] = []
  #left = 0

  update(bytes: Uint8Array): number {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.isEnd || this.isForeign) return at
      const byte = bytes[at] ?? 0
      if (this.#start < PNG_START.length) {
        this.isForeign = byte !== PNG_START[this.#start]
        this.#start += 1
      } else if (this.#head.length < CHUNK_HEAD_BYTES) {
        this.#head.push(byte)
        const [first = 0, second = 0, third = 0, fourth = 0] = this.#head
        this.#left = ((first * 256 + second) * 256 + third) * 256 + fourth + CHUNK_SUM_BYTES
      } else if (this.#left > CHUNK_SUM_BYTES) {
        const skipped = Math.min(this.#left - CHUNK_SUM_BYTES, bytes.length - at)
        this.#left -= skipped
        at += skipped - 1
      } else {
        this.#head.push(byte)
        this.#left -= 1
        if (this.#left > 0) continue
        this.isEnd = PNG_END.every((wanted, index) => this.#head[index + 4] === wanted)
        this.#head = []
      }
    }
    return bytes.length
  }
}
