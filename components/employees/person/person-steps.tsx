'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { peopleIdsQuery } from '#components/employee-data/people-cache.ts'
import { Icon } from '#components/ui/icon.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { parsePeopleFilters } from '#lib/employees/people-filters.ts'

export type Neighbours = {
  previous: number | null
  next: number | null
  /** Position, starting at 1; null when this employee does not match the table's filters. */
  position: number | null
  total: number
}

type PersonStepsProps = { neighbours: Neighbours; onGo: (id: number | null) => void }

/**
 * "17 of 431", and buttons to the previous and next employee. At either end the button stays, and so does the focus.
 */
export function PersonSteps({ neighbours: { previous, next, position, total }, onGo }: PersonStepsProps) {
  const t = useTranslations('person.steps')
  if (position === null) return null
  return (
    <div className="no-print flex items-center gap-0.5">
      <span className="whitespace-nowrap px-1 text-muted text-sm tabular-nums max-sm:sr-only">
        {t('position', { position, total })}
      </span>
      <IconButton
        label={t('previous')}
        aria-disabled={previous === null || undefined}
        aria-keyshortcuts="ArrowLeft"
        onClick={() => onGo(previous)}
        className="aria-disabled:opacity-40"
      >
        <Icon of={ChevronLeftIcon} />
      </IconButton>
      <IconButton
        label={t('next')}
        aria-disabled={next === null || undefined}
        aria-keyshortcuts="ArrowRight"
        onClick={() => onGo(next)}
        className="aria-disabled:opacity-40"
      >
        <Icon of={ChevronRightIcon} />
      </IconButton>
    </div>
  )
}

/**
 * Returns the employees before and after this one in the order of the table behind the sheet, across all its pages.
 */
export function useNeighbours(projectId: number, employeeId: number): Neighbours {
  const filters = parsePeopleFilters(useSearchParams())
  const { data: people = [] } = useQuery(peopleIdsQuery(projectId, filters))
  const index = people.findIndex(({ id }) => id === employeeId)
  if (index < 0) return { previous: null, next: null, position: null, total: people.length }
  return {
    previous: people[index - 1]?.id ?? null,
    next: people[index + 1]?.id ?? null,
    position: index + 1,
    total: people.length,
  }
}
