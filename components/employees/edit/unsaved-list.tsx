'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { toIdsFilter, toPeopleSearch } from '#lib/employees/people-filters.ts'
import type { Unsaved } from './kept-schemas.ts'
import { dropUnsaved } from './unsaved.ts'

type UnsavedListProps = { projectId: number; unsaved: Unsaved[] }

/**
 * Lists refused values of employees who are not on this page, with a link to each employee and a button to drop the
 * value.
 */
export function UnsavedList({ projectId, unsaved }: UnsavedListProps) {
  const t = useTranslations('employees')

  function drop({ employee_id, field }: Unsaved) {
    moveFocus('h1')
    dropUnsaved(employee_id, field)
  }

  return (
    <Alert tone="danger" title={t('unsaved.title', { count: unsaved.length })}>
      <ul className="mt-1 grid gap-1">
        {unsaved.map(value => (
          <li key={`${value.employee_id} ${value.field}`} className="flex flex-wrap items-center gap-x-3">
            <span>
              {t('unsaved.value', {
                person: value.person,
                field: t(`columns.${value.field}`),
                value: value.text,
                is: value.text === '' ? 'empty' : 'something',
              })}{' '}
              <span className="text-muted">{value.reason ?? t('edit.interrupted')}</span>
            </span>
            <Link
              href={paths.project(projectId, toPeopleSearch({ ids: toIdsFilter([value.employee_id]) }))}
              className="text-accent-text underline underline-offset-2"
            >
              {t('unsaved.show')}
            </Link>
            <Button variant="quiet" size="small" onClick={() => drop(value)}>
              {t('unsaved.drop')}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
