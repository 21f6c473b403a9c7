/**
 * The employees who already have an email or a number: `GET /api/projects/{projectId}/people/taken`. A hint; the
 * service decides.
 */
import { z } from 'zod/mini'
import { idText } from '#lib/http/path-params.ts'
import { EMAIL_MAX, employeeSchema, MITARBEITERNUMMER_MAX } from '#lib/portrait-api/contract.ts'

export const takenQuerySchema = z.strictObject({
  email: z.optional(z.string().check(z.maxLength(2 * EMAIL_MAX))),
  mitarbeiternummer: z.optional(z.string().check(z.maxLength(2 * MITARBEITERNUMMER_MAX))),
  /** The employee who is being changed, and naturally has their own values. */
  except: z.optional(idText),
})

const holder = z.pick(employeeSchema, {
  id: true,
  first_name: true,
  last_name: true,
  email: true,
  mitarbeiternummer: true,
})

export const takenResponse = z.object({
  data: z.object({
    /** False while not all employees are loaded: then a null says nothing. */
    known: z.boolean(),
    email: z.nullable(holder),
    mitarbeiternummer: z.nullable(holder),
    /** The domain that nearly all others have, when the email's domain seems to be a slip of it. */
    meant_domain: z.nullable(z.string()),
  }),
})

export type TakenQuery = z.infer<typeof takenQuerySchema>
export type Taken = z.infer<typeof takenResponse>['data']
