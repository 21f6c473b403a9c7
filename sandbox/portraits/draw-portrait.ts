import * as avataaars from '@dicebear/avataaars'
import { createAvatar } from '@dicebear/core'
import type { Section } from './geometry.ts'
import { type Sitter, toLookOptions } from './to-look-options.ts'

/** A section of the drawing, and the pixels on which it is drawn. */
export type Frame = { section: Section; width: number; height: number }

/** The SVG of one section of a portrait, at the resolution in which it is wanted; nothing behind the person. */
export function drawPortrait(sitter: Sitter, { section, width, height }: Frame): string {
  const { x, y, width: across, height: down } = section
  const root = [
    'xmlns="http://www.w3.org/2000/svg"',
    `viewBox="${x} ${y} ${across} ${down}"`,
    `width="${width}" height="${height}"`,
    // A size in whole pixels is never exactly in proportion; both variants stretch by the same hair's breadth.
    'preserveAspectRatio="none" fill="none"',
  ]
  const svg = createAvatar(avataaars, toLookOptions(sitter)).toString()
  return svg.replace(/<svg[^>]*>/, `<svg ${root.join(' ')}>`)
}
