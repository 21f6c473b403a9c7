import 'server-only'
import { DeskError } from '#lib/errors.ts'

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
const JPEG_END = Buffer.from([0xff, 0xd9])
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The IEND chunk: empty, with its fixed checksum. */
const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
const EDGE_BYTES = 16

export type ImageType = 'image/jpeg' | 'image/png'

/**
 * Checks an image while it streams by: that it begins as its type says and ends where such an image ends. A body
 * that was cut without a Content-Length looks complete to HTTP, but it has no end mark.
 */
export class ImageCheck {
  readonly #type: ImageType
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)

  constructor(type: ImageType) {
    this.#type = type
  }

  update(chunk: Uint8Array): void {
    if (this.#head.length < EDGE_BYTES)
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, EDGE_BYTES)
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES)
  }

  /** Throws `bad_service_answer` unless it was a whole image of its type. */
  finish(): void {
    const [start, end] = this.#type === 'image/png' ? [PNG_START, PNG_END] : [JPEG_START, JPEG_END]
    const whole =
      this.#head.subarray(0, start.length).equals(start) && this.#tail.subarray(-end.length).equals(end)
    if (!whole) throw new DeskError('bad_service_answer', { cause: new Error(`not a whole ${this.#type}`) })
  }
}
