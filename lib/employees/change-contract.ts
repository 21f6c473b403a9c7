/** A change of one employee, based on the values that the user saw: `PATCH /api/employees/{employeeId}`. */
import { z } from 'zod/mini'
import { employeeSchema } from '#lib/portrait-api/contract.ts'

/**
 * The fields of section 2, EmployeeUpdate, with any text: shown or restored values may break our own rules. The service
 * validates what is sent (docs/decisions/035-the-service-judges-input.md).
 */
const fieldsSchema = z.strictObject({
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  email: z.optional(z.string()),
  mitarbeiternummer: z.optional(z.string()),
  locale: z.optional(z.nullable(z.string())),
})

/**
 * `shown` contains the value that the user saw, for each field of `changes`. When the current value differs, the
 * response is 409 `changed_meanwhile`. `unasked`: the user has not agreed to an invitation. If the change would send
 * one (specification section 3), the response is 409 `would_invite`, and nothing is changed. The response to a
 * successful change is the mirror's (`employeeUpdateResponse`).
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

/** `current` in the body of 409 `changed_meanwhile`: the service's current record of the employee. */
export const changedMeanwhileSchema = employeeSchema

/** The input type of a browser's request. */
export type EmployeeChangeInput = z.input<typeof employeeChangeSchema>
export type EmployeeChange = z.infer<typeof employeeChangeSchema>
