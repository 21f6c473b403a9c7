const { NIGHTLY, SPOKEN } = process.env

/**
 * The languages of the HR day: German in each run, English as well at night, and when the spoken transcripts are
 * written again.
 */
export const LANGUAGES: readonly ('de' | 'en')[] = NIGHTLY || SPOKEN === 'write' ? ['de', 'en'] : ['de']
