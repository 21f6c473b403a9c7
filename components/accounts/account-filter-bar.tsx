'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { SearchField } from '#components/ui/field/search-field.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { useTypedSearch } from '#components/ui/field/use-typed-search.ts'
import { ACCOUNT_STATUSES, ROLES } from '#lib/contracts/session.ts'
import { isAccountFiltered } from './account-filters.ts'
import type { AccountFiltersState } from './use-account-filters.ts'

/** Id of the field that gets the focus when the focused element is removed. */
export const SEARCH_ID = 'accounts-search'

type PeopleFilterBarProps = AccountFiltersState & { onClear: () => void }

export function AccountFilterBar({ filters, change, onClear }: PeopleFilterBarProps) {
  const t = useTranslations('accounts')
  const field = useTypedSearch({ value: filters.q, quietMs: 0, onSearch: q => change({ q }) })
  return (
    <search
      aria-label={t('filters.label')}
      className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-2"
    >
      <SearchField
        id={SEARCH_ID}
        label={t('filters.search')}
        placeholder={t('filters.search')}
        {...field}
        className="w-72 max-sm:col-span-2 max-sm:w-full"
      />
      <div className="sm:w-44">
        <Select
          aria-label={t('filters.role')}
          value={filters.role ?? ''}
          onChange={event => change({ role: ROLES.find(role => role === event.target.value) })}
        >
          <option value="">{t('filters.anyRole')}</option>
          {ROLES.map(role => (
            <option key={role} value={role}>
              {t(`roles.${role}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className="sm:w-44">
        <Select
          aria-label={t('filters.status')}
          value={filters.status ?? ''}
          onChange={event => change({ status: ACCOUNT_STATUSES.find(name => name === event.target.value) })}
        >
          <option value="">{t('filters.anyStatus')}</option>
          {ACCOUNT_STATUSES.map(status => (
            <option key={status} value={status}>
              {t(`statuses.${status}`)}
            </option>
          ))}
        </Select>
      </div>
      {isAccountFiltered(filters) && (
        <Button variant="quiet" onClick={onClear} className="max-sm:col-start-2 max-sm:justify-self-end">
          {t('filters.clear')}
        </Button>
      )}
    </search>
  )
}
