/** A change of one person that is based on what somebody saw: `PATCH /api/employees/{employeeId}`. */
import { z } from 'zod/mini'
import { employeeSchema } from '#lib/portrait-api/contract.ts'

/**
 * The fields of section 2, EmployeeUpdate, with whatever text: what was shown may break rules of ours, and so may what a
 * person takes back. The service judges what is sent (docs/decisions/035-the-service-judges-input.md).
 */
const fieldsSchema = z.strictObject({
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  email: z.optional(z.string()),
  mitarbeiternummer: z.optional(z.string()),
  locale: z.optional(z.nullable(z.string())),
})

/**
 * `shown` holds, for each field of `changes`, the value that the person had before their eyes. Where the record says
 * otherwise by now, the answer is 409 `changed_meanwhile`. `unasked`: nobody has said that a mail may go out for it; where one
 * would (specification section 3), the answer is 409 `would_invite`, and nothing is changed.
 * The answer to a change that was made is the mirror's (`employeeUpdateResponse`).
 */
export const employeeChangeSchema = z
  .strictObject({
    changes: fieldsSchema,
    shown: fieldsSchema,
    unasked: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ changes, shown }) => Object.keys(changes).every(field => Object.hasOwn(shown, field)), {
      path: ['shown'],
    }),
  )

/** `current` of the error body of 409 `changed_meanwhile`: the person as the service has them now. */
export const changedMeanwhileSchema = employeeSchema

/** As a browser sends it. */
export type EmployeeChangeInput = z.input<typeof employeeChangeSchema>
export type EmployeeChange = z.infer<typeof employeeChangeSchema>
