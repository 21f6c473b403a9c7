'use client'

import { useTranslations } from 'use-intl/react'
import { Moment } from '#components/shell/moment.tsx'
import { TableCell, TableRow } from '#components/ui/table.tsx'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { EditableCell } from '../edit/editable-cell.tsx'
import { type EditableField, toFieldText } from '../edit/editable-field.ts'
import type { Invitation } from '../edit/invitation-schema.ts'
import { LateInvitationNotice } from '../edit/late-invitation-notice.tsx'
import { EmployeeAvatar } from './employee-avatar.tsx'
import { EmployeeStatus } from './employee-status.tsx'

type EmployeeRowProps = {
  employee: Employee
  editable: boolean
  invitation: Invitation | undefined
}

/** One person; as a card on a phone: the portrait left, the name, and below it number, e-mail, language and status. */
export function EmployeeRow({ employee, editable, invitation }: EmployeeRowProps) {
  const t = useTranslations('employees')

  function cell(field: EditableField) {
    const value =
      field === 'locale' ? t(`locales.${employee.locale ?? 'none'}`) : toFieldText(employee, field)
    if (!editable) return <span className="block truncate">{value}</span>
    return (
      <EditableCell employee={employee} field={field}>
        {value}
      </EditableCell>
    )
  }

  return (
    <>
      <TableRow className="max-sm:relative max-sm:flex max-sm:flex-wrap max-sm:gap-x-0.5 max-sm:border-line max-sm:border-b max-sm:py-3 max-sm:ps-16 max-sm:pe-4 max-sm:last:border-b-0">
        <TableCell className="max-sm:absolute max-sm:start-4">
          <EmployeeAvatar employee={employee} />
        </TableCell>
        <TableCell numeric className="max-sm:order-1 max-sm:basis-full max-sm:text-muted">
          {cell('mitarbeiternummer')}
        </TableCell>
        <TableCell className="font-medium max-sm:has-[form]:basis-full">{cell('first_name')}</TableCell>
        <TableCell className="font-medium max-sm:has-[form]:basis-full">{cell('last_name')}</TableCell>
        <TableCell className="max-sm:order-1 max-sm:basis-full">{cell('email')}</TableCell>
        <TableCell className="max-sm:order-1 max-sm:flex max-sm:basis-full max-sm:items-center max-sm:gap-2 max-sm:has-[form]:block">
          <span className="text-muted sm:hidden">{t('columns.locale')}</span>
          {cell('locale')}
        </TableCell>
        <TableCell className="max-sm:order-1 max-sm:basis-full max-sm:pt-1.5">
          <EmployeeStatus employee={employee} />
        </TableCell>
        <TableCell className="text-muted max-sm:hidden">
          {employee.invited_at ? <Moment at={employee.invited_at} /> : t('never')}
        </TableCell>
        <TableCell className="text-muted max-sm:hidden">
          {employee.uploaded_at ? <Moment at={employee.uploaded_at} /> : t('never')}
        </TableCell>
      </TableRow>
      {invitation && (
        <tr className="max-sm:block">
          <td colSpan={9} className="border-line border-b p-2 max-sm:block">
            <LateInvitationNotice invitation={invitation} />
          </td>
        </tr>
      )}
    </>
  )
}
