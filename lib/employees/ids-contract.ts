/** Everybody who fits the filters ("all 431"): `GET /api/projects/{projectId}/people/ids?<PeopleFilters>`. */
import { z } from 'zod/mini'
import { employeeSchema } from '#lib/portrait-api/contract.ts'

export const peopleIdsResponse = z.object({
  data: z.array(z.pick(employeeSchema, { id: true, email: true })),
})

export type PeopleIds = z.infer<typeof peopleIdsResponse>['data']
