/** In which form a receiving system wants a photo; `null` wherever the service's own bytes are wanted. */
import { z } from 'zod'

const PIXELS_MIN = 16
const PIXELS_MAX = 4096
const MAX_BYTES_MIN = 2048

const RENDERING_FORMATS = ['jpeg', 'png', 'webp'] as const

export const renderingSchema = z.strictObject({
  width: z.int().min(PIXELS_MIN).max(PIXELS_MAX),
  height: z.int().min(PIXELS_MIN).max(PIXELS_MAX),
  /** The picture fills these pixels; what stands over is cut off, never the face's side of it. */
  fit: z.literal('cover').default('cover'),
  format: z.enum(RENDERING_FORMATS),
  max_bytes: z.int().min(MAX_BYTES_MIN).optional(),
  /** Colour behind a cut-out; JPEG, which knows no transparency, takes white without it. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #ffffff')
    .optional(),
})

export type Rendering = z.infer<typeof renderingSchema>

/** Changes when the same rendering would give other pixels than before. */
const VERSION = 1

/** Says which rendering a stored file holds: stable, and safe as a part of a file name. */
export function renderingKey({ width, height, fit, format, max_bytes, background }: Rendering): string {
  const parts = [`v${VERSION}`, `${width}x${height}`, fit, format]
  if (max_bytes !== undefined) parts.push(`max${max_bytes}`)
  if (background !== undefined) parts.push(background.slice(1).toLowerCase())
  return parts.join('-')
}

export function renderingExtension({ format }: Rendering): string {
  return format === 'jpeg' ? 'jpg' : format
}
