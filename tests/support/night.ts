/** True in `npm run test:all` and in the run of the guards: sampled tests run in full. */
export const IS_NIGHT = Boolean(process.env.NIGHTLY)

/** The seed of this run's samples; `npm test` chooses and prints one, `SAMPLE_SEED=…` repeats it. */
const SAMPLE_SEED = process.env.SAMPLE_SEED ?? '1'

/**
 * True when `npm test` tries this member of a large set: one in `oneIn`, with another choice for each seed. `npm run
 * test:all` tries all.
 * @param key what names the member, the same in each run
 */
export function isSampled(key: string, oneIn: number): boolean {
  return IS_NIGHT || hash(`${SAMPLE_SEED} ${key}`) % oneIn === 0
}

/** The number of random values for a property: `npm test` tries a fifth. */
export function runs(atNight: number): { numRuns: number } {
  return { numRuns: IS_NIGHT ? atNight : Math.ceil(atNight / 5) }
}

/** FNV-1a with a final mix, so that keys that differ in their last letter are spread, too. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}
