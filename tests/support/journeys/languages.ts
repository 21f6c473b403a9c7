const { NIGHTLY, SPOKEN } = process.env

/**
 * The languages in which the day of somebody from HR is walked: German with each run, English as well at night, and when what is
 * said is written down anew.
 */
export const LANGUAGES: readonly ('de' | 'en')[] = NIGHTLY || SPOKEN === 'write' ? ['de', 'en'] : ['de']
