/** The form in which a receiving system needs a photo; `null` means the service's own bytes. */
import { z } from 'zod'

const PIXELS_MIN = 16
const PIXELS_MAX = 4096
const MAX_BYTES_MIN = 2048

const RENDERING_FORMATS = ['jpeg', 'png', 'webp'] as const

export const renderingSchema = z.strictObject({
  width: z.int().min(PIXELS_MIN).max(PIXELS_MAX),
  height: z.int().min(PIXELS_MIN).max(PIXELS_MAX),
  /** The picture fills these pixels; `cropTo` removes the excess, more at the bottom than at the top. */
  fit: z.literal('cover').default('cover'),
  format: z.enum(RENDERING_FORMATS),
  max_bytes: z.int().min(MAX_BYTES_MIN).optional(),
  /** Colour behind a cut-out. JPEG has no transparency and uses white by default. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #ffffff')
    .optional(),
})

export type Rendering = z.infer<typeof renderingSchema>

/** Increased when the same rendering would give different pixels. */
const VERSION = 1

/** Returns a stable key of the rendering in a stored file, safe as part of a file name. */
export function renderingKey({ width, height, fit, format, max_bytes, background }: Rendering): string {
  const parts = [`v${VERSION}`, `${width}x${height}`, fit, format]
  if (max_bytes !== undefined) parts.push(`max${max_bytes}`)
  if (background !== undefined) parts.push(background.slice(1).toLowerCase())
  return parts.join('-')
}

export function renderingExtension({ format }: Rendering): string {
  return format === 'jpeg' ? 'jpg' : format
}
