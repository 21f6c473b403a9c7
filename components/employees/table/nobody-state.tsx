'use client'

import { useTranslations } from 'use-intl/react'
import { SEARCH_ID } from '#components/employees/find/people-search.tsx'
import { EVERYBODY, listNarrowings } from '#components/employees/find/use-people-filters.ts'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { PeopleFiltersState } from '../find/use-people-filters.ts'

type NobodyStateProps = {
  meta: PeoplePage['meta']
  state: PeopleFiltersState
  /** Where people are brought in from a list; null for who may not. */
  importHref: string | null
}

/** No rows has three meanings: nobody found so far, filters that match nobody, or an empty project. */
export default function NobodyState({ meta, state: { filters, change }, importHref }: NobodyStateProps) {
  const t = useTranslations('employees')

  function clear() {
    moveFocus(`#${SEARCH_ID}`)
    change(EVERYBODY)
  }

  if (listNarrowings(filters).length === 0)
    return (
      <EmptyState
        title={t('empty.title')}
        action={
          importHref && (
            <Link href={importHref} className={buttonClass({ variant: 'primary' })}>
              {t('empty.import')}
            </Link>
          )
        }
      >
        {t(importHref ? 'empty.editor' : 'empty.text')}
      </EmptyState>
    )
  if (!meta.complete) return <EmptyState title={t('notYet.title')}>{t('notYet.text')}</EmptyState>
  return (
    <EmptyState title={t('noMatch.title')} action={<Button onClick={clear}>{t('find.clear')}</Button>}>
      {t('noMatch.text')}
    </EmptyState>
  )
}
