'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import { type Employee, type EmployeePage, employeeUpdateAnswer } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { employeesKey } from '../table/employees-query.ts'
import { addInvitation } from './invitations.ts'

/** Saves the changed fields of one person. Nothing on the screen changes before the service has said yes. */
export function useUpdateEmployee({ id, project_id }: Employee) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: EmployeeUpdate) =>
      deskRequest(paths.api.employee(id), employeeUpdateAnswer, { method: 'PATCH', body }),
    onSuccess: async ({ data, meta }) => {
      const queryKey = employeesKey(project_id)
      await queries.cancelQueries({ queryKey })
      queries.setQueriesData<EmployeePage>({ queryKey }, page => page && replaceEmployee(page, data))
      if (meta.invitation_resent) addInvitation(data)
    },
  })
}

/** The row keeps its place, even where the changed value would sort or filter it elsewhere. */
function replaceEmployee(page: EmployeePage, changed: Employee): EmployeePage {
  return { ...page, data: page.data.map(employee => (employee.id === changed.id ? changed : employee)) }
}
