'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { RefreshIcon } from '#components/ui/icons.ts'
import type { EmployeeFilters } from '#lib/employees/employee-filters.ts'
import { useRefreshEmployees } from '../table/use-employees.ts'

type RefreshButtonProps = { projectId: number; filters: EmployeeFilters }

/** For a person who knows that something has just changed at the service. */
export function RefreshButton({ projectId, filters }: RefreshButtonProps) {
  const t = useTranslations('employees')
  const refresh = useRefreshEmployees(projectId, filters)
  return (
    <Button variant="quiet" busy={refresh.isPending} onClick={() => refresh.mutate()} className="sm:ms-auto">
      <RefreshIcon />
      {t('refresh')}
    </Button>
  )
}
