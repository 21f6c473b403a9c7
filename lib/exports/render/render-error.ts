/** Why a rendering could not be made of a photo; `code` is the problem's code. */
export class RenderError extends Error {
  override name = 'RenderError'
  readonly code: 'photo_unreadable' | 'rendition_too_large'

  constructor(code: RenderError['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}
