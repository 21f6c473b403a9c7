import { ANSWER_VARIATIONS } from './of-answers.ts'
import { RECORD_VARIATIONS } from './of-records.ts'

/**
 * Everything that the specification leaves open, or that services are known to do in spite of it. Without any of them the
 * sandbox does what it does. Where two change the same thing, the later row has it.
 */
export const VARIATIONS = { ...RECORD_VARIATIONS, ...ANSWER_VARIATIONS } as const

export type VariationName = keyof typeof VARIATIONS

export const VARIATION_NAMES = Object.keys(VARIATIONS) as VariationName[]
