import * as avataaars from '@dicebear/avataaars'
import { createAvatar } from '@dicebear/core'
import { type Sitter, toLookOptions } from './to-look-options.ts'

/**
 * Where things are on the drawing, in the units of the drawing itself. Avataaars puts the pupils of every face at the
 * same two points, so these are facts and not guesses.
 */
export const LEFT_EYE = { x: 114, y: 112 }

const RIGHT_EYE = { x: 166, y: 112 }

type Section = { x: number; y: number; width: number; height: number }

/** The full photo: 3 to 4, loose around the person, ending where the drawing ends (y = 280). */
export const FULL_SECTION: Section = { x: 26, y: -24, width: 228, height: 304 }

export const FULL_SIZE = { width: 2400, height: 3200 }

const EYE_CENTRE = { x: (LEFT_EYE.x + RIGHT_EYE.x) / 2, y: LEFT_EYE.y }

/** The eyes stand this far down in every crop, as a share of its height. */
export const CROP_EYE_LINE = 0.42

const CROP_WIDTH_MAX = 216

const FULL_BOTTOM = FULL_SECTION.y + FULL_SECTION.height

/** A higher crop would reach over the edge of the full photo, above or below. */
const CROP_HEIGHT_MAX = Math.min(
  (EYE_CENTRE.y - FULL_SECTION.y) / CROP_EYE_LINE,
  (FULL_BOTTOM - EYE_CENTRE.y) / (1 - CROP_EYE_LINE),
)

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

/**
 * The section of the photo that a size shows: as much as its proportions allow, the eyes in the middle and always at
 * the same share of the height. It depends on the size alone, so both variants of a photo show the same section.
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
