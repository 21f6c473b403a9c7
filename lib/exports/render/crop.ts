/**
 * Of what is too high, a third goes above and two thirds below: a face stands in the upper half of a portrait, and the
 * eyes, which the service has set at the same place in every photo of a size, stay at about a third.
 */
const CUT_ABOVE = 1 / 3

type Box = { width: number; height: number }

/** The largest section of a picture with the proportions of `wanted`: in the middle across, towards the top down. */
export function cropTo(picture: Box, wanted: Box): Box & { left: number; top: number } {
  const scale = Math.min(picture.width / wanted.width, picture.height / wanted.height)
  const width = Math.min(picture.width, Math.max(1, Math.round(wanted.width * scale)))
  const height = Math.min(picture.height, Math.max(1, Math.round(wanted.height * scale)))
  return {
    width,
    height,
    left: Math.floor((picture.width - width) / 2),
    top: Math.floor((picture.height - height) * CUT_ABOVE),
  }
}
