import 'server-only'
import { DeskError } from '#lib/errors.ts'

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])
const JPEG_END = Buffer.from([0xff, 0xd9])
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The IEND chunk: empty, with its fixed checksum. */
const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
const HEAD_BYTES = 16
/** Behind the end some programs leave a line end, zeros or a checksum, which no decoder reads. No other answer or picture is so small. */
const BEHIND_END_MAX_BYTES = 64
const TAIL_BYTES = BEHIND_END_MAX_BYTES + PNG_END.length

export type ImageType = 'image/jpeg' | 'image/png'

/**
 * Checks an image while it streams by: that it begins as its type says and ends where such an image ends, or a few bytes behind. A
 * body that was cut without a Content-Length looks complete to HTTP, but it has no end mark; whether all of the picture is before
 * that mark, its decoder says. See docs/decisions/017-photo-store.md.
 */
export class ImageCheck {
  readonly #type: ImageType
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)

  constructor(type: ImageType) {
    this.#type = type
  }

  update(chunk: Uint8Array): void {
    if (this.#head.length < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, chunk]).subarray(0, HEAD_BYTES)
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
  }

  /** Throws `bad_service_answer` unless it was a whole image of its type. */
  finish(): void {
    const [start, end] = this.#type === 'image/png' ? [PNG_START, PNG_END] : [JPEG_START, JPEG_END]
    const at = this.#tail.lastIndexOf(end)
    const whole =
      this.#head.subarray(0, start.length).equals(start) &&
      at >= 0 &&
      this.#tail.length - at - end.length <= BEHIND_END_MAX_BYTES
    if (!whole) throw new DeskError('bad_service_answer', { cause: new Error(`not a whole ${this.#type}`) })
  }
}
