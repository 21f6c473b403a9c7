import * as avataaars from '@dicebear/avataaars'
import { createAvatar } from '@dicebear/core'
import { type Sitter, toLookOptions } from './to-look-options.ts'

/**
 * Positions on the drawing, in its own units. Avataaars puts the pupils of every face at the same two points, so these
 * are exact.
 */
export const LEFT_EYE = { x: 114, y: 112 }

const RIGHT_EYE = { x: 166, y: 112 }

type Section = { x: number; y: number; width: number; height: number }

/** The full photo: 3 to 4, loose around the person, down to the end of the drawing (y = 280). */
export const FULL_SECTION: Section = { x: 26, y: -24, width: 228, height: 304 }

export const FULL_SIZE = { width: 2400, height: 3200 }

const EYE_CENTRE = { x: (LEFT_EYE.x + RIGHT_EYE.x) / 2, y: LEFT_EYE.y }

/** The distance of the eyes from the top of every crop, as a share of its height. */
export const CROP_EYE_LINE = 0.42

const CROP_WIDTH_MAX = 216

const FULL_BOTTOM = FULL_SECTION.y + FULL_SECTION.height

/** A higher crop would reach beyond the full photo, above or below. */
const CROP_HEIGHT_MAX = Math.min(
  (EYE_CENTRE.y - FULL_SECTION.y) / CROP_EYE_LINE,
  (FULL_BOTTOM - EYE_CENTRE.y) / (1 - CROP_EYE_LINE),
)

/** A section of the drawing, and its size in pixels. */
export type Frame = { section: Section; width: number; height: number }

/** The SVG of one section of a portrait, at the given resolution, with a transparent background. */
export function drawPortrait(sitter: Sitter, { section, width, height }: Frame): string {
  const { x, y, width: across, height: down } = section
  const root = [
    'xmlns="http://www.w3.org/2000/svg"',
    `viewBox="${x} ${y} ${across} ${down}"`,
    `width="${width}" height="${height}"`,
    // A size in whole pixels never has the exact proportions; both variants are stretched by the same tiny amount.
    'preserveAspectRatio="none" fill="none"',
  ]
  const svg = createAvatar(avataaars, toLookOptions(sitter)).toString()
  return svg.replace(/<svg[^>]*>/, `<svg ${root.join(' ')}>`)
}

/**
 * The section of the photo for a size: as large as its proportions allow, with the eyes in the middle and always at the
 * same share of the height. It depends on the size alone, so both variants show the same section.
 */
export function toSection({ width, height }: { width: number; height: number }): Section {
  const aspect = width / height
  const sectionHeight = Math.min(CROP_HEIGHT_MAX, CROP_WIDTH_MAX / aspect)
  const sectionWidth = sectionHeight * aspect
  return {
    x: EYE_CENTRE.x - sectionWidth / 2,
    y: EYE_CENTRE.y - sectionHeight * CROP_EYE_LINE,
    width: sectionWidth,
    height: sectionHeight,
  }
}
