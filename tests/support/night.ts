/**
 * Whether this is the nightly run, or the run of the guards: there everything is done in full, of which by day a part is done that
 * stands for it.
 */
export const IS_NIGHT = Boolean(process.env.NIGHTLY)

/** How often a property is tried with values by chance, other ones with each run: by day a fifth. */
export function runs(atNight: number): { numRuns: number } {
  return { numRuns: IS_NIGHT ? atNight : Math.ceil(atNight / 5) }
}
