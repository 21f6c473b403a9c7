import { ANSWER_VARIATIONS } from './of-answers.ts'
import { RECORD_VARIATIONS } from './of-records.ts'

/**
 * All deviations that the specification leaves open, or that real services have in spite of it. Without any of them the
 * sandbox keeps its own behaviour. When two change the same thing, the later row counts.
 */
export const VARIATIONS = { ...RECORD_VARIATIONS, ...ANSWER_VARIATIONS } as const

export type VariationName = keyof typeof VARIATIONS

export const VARIATION_NAMES = Object.keys(VARIATIONS) as VariationName[]
