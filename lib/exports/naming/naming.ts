/**
 * The naming rules of an export's files, with the same fields in a request, a target and an operator's own targets
 * file.
 */
import { z } from 'zod/mini'
import { parseTemplate, TemplateError } from './template.ts'

export const LETTER_CASES = ['keep', 'lower', 'upper'] as const
export const FOLDERS = ['none', 'letter', 'status'] as const
const TEMPLATE_MAX = 200
const PAD_MAX = 20

const templateSchema = z.string().check(
  z.minLength(1),
  z.maxLength(TEMPLATE_MAX),
  z.check<string>(({ value, issues }) => {
    try {
      parseTemplate(value)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      issues.push({ code: 'custom', input: value, message: error.message, params: error.fault })
    }
  }),
)

export const namingSchema = z.strictObject({
  /** For example `{last_name}_{first_name}`; the extension is not part of it. */
  template: templateSchema,
  /** Writes every letter in ASCII: ä becomes ae, ł becomes l, Ж becomes Zh. */
  transliterate: z._default(z.boolean(), false),
  letter_case: z._default(z.enum(LETTER_CASES), 'keep'),
  /** Pads employee numbers that consist of digits only with leading zeros to this length. */
  pad: z._default(z.int().check(z.minimum(0), z.maximum(PAD_MAX)), 0),
  folder: z._default(z.enum(FOLDERS), 'none'),
})

export type Naming = z.infer<typeof namingSchema>

export const BY_NUMBER: Naming = {
  template: '{mitarbeiternummer}',
  transliterate: false,
  letter_case: 'keep',
  pad: 0,
  folder: 'none',
}
