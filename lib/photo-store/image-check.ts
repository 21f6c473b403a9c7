import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { type ImageEnd, JpegEnd, PngEnd } from './image-end.ts'

/** Bytes after the padding that are enough to recognise what follows a picture. */
const BEHIND_BYTES = 16
const ANOTHER_PICTURE = /^(\xff\xd8\xff|\x89PNG\r\n)/
const ANOTHER_ANSWER = /^(<(!doctype|html|head|body|title|\?xml)|HTTP\/|\{)/i

export type ImageType = 'image/jpeg' | 'image/png'

/**
 * Checks an image as a stream: its start must match its type, and its structure must reach its end. Padding, a camera's
 * trailer or a motion video may follow, which no decoder reads. A page or another picture may not: they belong to
 * another answer. Whether the data before the end is whole is checked by decoding. See
 * docs/decisions/017-photo-store.md.
 */
export class ImageCheck {
  readonly #type: ImageType
  readonly #end: ImageEnd
  #behind = Buffer.alloc(0)

  constructor(type: ImageType) {
    this.#type = type
    this.#end = type === 'image/png' ? new PngEnd() : new JpegEnd()
  }

  update(chunk: Uint8Array): void {
    const rest = chunk.subarray(this.#end.update(chunk))
    if (!this.#end.isEnd || this.#behind.length >= BEHIND_BYTES) return
    const begin = this.#behind.length > 0 ? 0 : rest.findIndex(byte => !isPadding(byte))
    if (begin === -1) return
    this.#behind = Buffer.concat([this.#behind, rest.subarray(begin, begin + BEHIND_BYTES)])
  }

  /**
   * Throws `bad_service_answer` when the data is not exactly one such image, and `photo_damaged` when it is not whole.
   */
  finish(): void {
    const behind = this.#behind.toString('latin1')
    const isStrange = ANOTHER_ANSWER.test(behind) || (!this.#end.hasMore && ANOTHER_PICTURE.test(behind))
    if (this.#end.isForeign || isStrange)
      throw new DeskError('bad_service_answer', { cause: new Error(`not just an ${this.#type}`) })
    if (!this.#end.isEnd)
      throw new DeskError('photo_damaged', { cause: new Error(`not a whole ${this.#type}`) })
  }
}

function isPadding(byte: number): boolean {
  return [0x00, 0x09, 0x0a, 0x0d, 0x20].includes(byte)
}
