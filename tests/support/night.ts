/**
 * Whether this is the nightly run, or the run of the guards: there everything is done in full, of which by day a part is done that
 * stands for it.
 */
export const IS_NIGHT = Boolean(process.env.NIGHTLY)

/** Of all pairs of two lists: by day every third, so that each of either list is tried, with others of the other one. */
export function isTried(place: number, otherPlace: number): boolean {
  return IS_NIGHT || (place + otherPlace) % 3 === 0
}

/** How often a property is tried with values by chance, other ones with each run: by day a fifth. */
export function runs(atNight: number): { numRuns: number } {
  return { numRuns: IS_NIGHT ? atNight : Math.ceil(atNight / 5) }
}
