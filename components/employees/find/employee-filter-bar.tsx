'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { CloseIcon } from '#components/ui/icons.ts'
import { moveFocus } from '#components/ui/move-focus.ts'
import { Select } from '#components/ui/select.tsx'
import { EMPLOYEE_STATUSES } from '#lib/portrait-api/terms.ts'
import { STATUS_FILTER_ID } from '../edit/focus-targets.ts'
import { NumberFilter } from './number-filter.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { type EmployeeFiltersState, isFiltered, NO_FILTERS } from './use-employee-filters.ts'

type EmployeeFilterBarProps = EmployeeFiltersState & { projectId: number }

export function EmployeeFilterBar({ projectId, filters, change }: EmployeeFilterBarProps) {
  const t = useTranslations('employees')

  function clear() {
    moveFocus(`#${STATUS_FILTER_ID}`)
    change(NO_FILTERS)
  }

  return (
    <search
      aria-label={t('filters.label')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:grid max-sm:grid-cols-[repeat(2,minmax(0,1fr))]"
    >
      <div className="sm:w-48">
        <Select
          id={STATUS_FILTER_ID}
          aria-label={t('filters.status')}
          value={filters.status ?? ''}
          onChange={event =>
            change({ status: EMPLOYEE_STATUSES.find(status => status === event.target.value) })
          }
        >
          <option value="">{t('filters.anyStatus')}</option>
          {EMPLOYEE_STATUSES.map(status => (
            <option key={status} value={status}>
              {t(`statuses.${status}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className="sm:w-44">
        <NumberFilter
          value={filters.mitarbeiternummer ?? ''}
          onApply={number => change({ mitarbeiternummer: number || undefined })}
        />
      </div>
      <Checkbox
        label={t('filters.photoReady')}
        checked={filters.photo_ready === '1'}
        onChange={event => change({ photo_ready: event.target.checked ? '1' : undefined })}
      />
      {isFiltered(filters) && (
        <Button variant="quiet" onClick={clear} className="max-sm:justify-self-end">
          <CloseIcon />
          {t('filters.clear')}
        </Button>
      )}
      <RefreshButton projectId={projectId} filters={filters} />
    </search>
  )
}
