'use client'

import { useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import { Table, TableBody, TableHead, TableHeader } from '#components/ui/table.tsx'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { EmployeeRow } from './employee-row.tsx'
import type { Invitation } from './invitations.ts'

const COLUMNS = [
  { name: 'photo', width: 'w-16' },
  { name: 'mitarbeiternummer', width: 'w-[8%]' },
  { name: 'first_name', width: 'w-[11%]' },
  { name: 'last_name', width: 'w-[12%]' },
  { name: 'email', width: 'w-[23%]' },
  { name: 'locale', width: 'w-[8%]' },
  { name: 'status', width: 'w-[13.5%]' },
  { name: 'invited_at', width: 'w-[9.5%]' },
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
    <div className="max-table:overflow-x-auto">
      <Table aria-busy={stale} className={cx('sm:min-w-[64rem] transition-opacity', stale && 'opacity-50')}>
        <caption className="sr-only">{caption}</caption>
        <TableHead>
          <tr>
            {COLUMNS.map(({ name, width }) => (
              <TableHeader
                key={name}
                className={cx(
                  'bg-panel table:sticky table:top-14 table:z-10 first:rounded-ss-lg last:rounded-se-lg',
                  width,
                )}
              >
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
