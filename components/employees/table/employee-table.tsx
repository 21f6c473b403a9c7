'use client'

import { useTranslations } from 'use-intl/react'
import { Table, TableBody, TableHead } from '#components/ui/table.tsx'
import { TableHeader } from '#components/ui/table-header.tsx'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { Invitation } from '../edit/invitation-schema.ts'
import { EmployeeRow } from './employee-row.tsx'

const COLUMNS = [
  { name: 'photo', width: 'w-16' },
  { name: 'mitarbeiternummer', width: 'w-[10.5%]' },
  { name: 'first_name', width: 'w-[10%]' },
  { name: 'last_name', width: 'w-[11.5%]' },
  { name: 'email', width: 'w-[22.5%]' },
  { name: 'locale', width: 'w-[7%]' },
  { name: 'status', width: 'w-[14.5%]' },
  { name: 'invited_at', width: 'w-[9%]' },
  { name: 'uploaded_at', width: 'w-[10.5%]' },
] as const

type EmployeeTableProps = {
  caption: string
  employees: Employee[]
  editable: boolean
  invitations: Invitation[]
  /** The rows are those of the last question; the answer to the new one is on its way. */
  stale: boolean
}

/** Who is missing? Where is this person? */
export function EmployeeTable({ caption, employees, editable, invitations, stale }: EmployeeTableProps) {
  const t = useTranslations('employees.columns')
  return (
    <div className="relative max-table:overflow-x-auto">
      <Table stale={stale} className="sm:min-w-[64rem]">
        <caption className="sr-only">{caption}</caption>
        <TableHead>
          <tr>
            {COLUMNS.map(({ name, width }) => (
              <TableHeader key={name} sticky className={width}>
                {name === 'photo' ? <span className="sr-only">{t(name)}</span> : t(name)}
              </TableHeader>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {employees.map(employee => (
            <EmployeeRow
              key={employee.id}
              employee={employee}
              editable={editable}
              invitation={invitations.find(({ employee_id }) => employee_id === employee.id)}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
