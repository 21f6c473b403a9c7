'use client'

import { useTranslations } from 'use-intl/react'
import { SEARCH_ID } from '#components/employees/find/people-search.tsx'
import { EVERYBODY, listNarrowings } from '#components/employees/find/use-people-filters.ts'
import { ImportLink } from '#components/imports/import-link.tsx'
import { findEverywhere } from '#components/page/find-everywhere.ts'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { PeopleFiltersState } from '../find/use-people-filters.ts'

type NobodyStateProps = {
  meta: PeoplePage['meta']
  state: PeopleFiltersState
  /** The project into which a list can be imported; null for users without that permission. */
  importInto: number | null
}

/**
 * Explains an empty list, which has three causes: no match among the employees loaded so far, filters without a
 * match, or an empty project.
 */
export function NobodyState({ meta, state: { filters, change }, importInto }: NobodyStateProps) {
  const t = useTranslations('employees')
  const words = filters.q?.trim()

  function clear() {
    moveFocus(`#${SEARCH_ID}`)
    change(EVERYBODY)
  }

  if (listNarrowings(filters).length === 0)
    return (
      <EmptyState
        title={t('empty.title')}
        action={
          importInto !== null && (
            <ImportLink projectId={importInto} variant="primary">
              {t('empty.import')}
            </ImportLink>
          )
        }
      >
        {t(importInto === null ? 'empty.text' : 'empty.editor')}
      </EmptyState>
    )
  if (!meta.complete) return <EmptyState title={t('notYet.title')}>{t('notYet.text')}</EmptyState>
  return (
    <EmptyState
      title={t('noMatch.title')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button onClick={clear}>{t('find.clear')}</Button>
          {words && <Button onClick={() => findEverywhere(words)}>{t('noMatch.everywhere')}</Button>}
        </span>
      }
    >
      {t('noMatch.text')}
    </EmptyState>
  )
}
