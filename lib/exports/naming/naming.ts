/** How the files of an export are called; the same words in a request, in a target and in an operator's own file. */
import { z } from 'zod'
import { parseTemplate, TemplateError } from './template.ts'

export const LETTER_CASES = ['keep', 'lower', 'upper'] as const
export const FOLDERS = ['none', 'letter', 'status'] as const
const TEMPLATE_MAX = 200
const PAD_MAX = 20

export const templateSchema = z
  .string()
  .min(1)
  .max(TEMPLATE_MAX)
  .superRefine((template, context) => {
    try {
      parseTemplate(template)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      context.addIssue({ code: 'custom', message: error.message, params: error.fault })
    }
  })

export const namingSchema = z.strictObject({
  /** Such as `{last_name}_{first_name}`; the extension is not part of it. */
  template: templateSchema,
  /** Writes every letter with those of ASCII: ä becomes ae, ł becomes l, Ж becomes Zh. */
  transliterate: z.boolean().default(false),
  letter_case: z.enum(LETTER_CASES).default('keep'),
  /** Employee numbers of digits alone get zeros in front up to this many digits. */
  pad: z.int().min(0).max(PAD_MAX).default(0),
  folder: z.enum(FOLDERS).default('none'),
})

export type Naming = z.infer<typeof namingSchema>

export const BY_NUMBER: Naming = {
  template: '{mitarbeiternummer}',
  transliterate: false,
  letter_case: 'keep',
  pad: 0,
  folder: 'none',
}
