'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { announceWhenCalm } from '#components/ui/announce.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import { type PeopleFilters, toOrder } from '#lib/employees/people-filters.ts'
import { type Bisection, EVERYBODY } from '../find/use-people-filters.ts'
import { focusFirstRow } from './grid-focus.ts'

type SayPeopleProps = {
  /** Filters with which the page was opened; they are not announced. */
  first: PeopleFilters
  filters: PeopleFilters
  /** Undefined while the answer is loading. */
  answer: PeoplePage['meta'] | undefined
}

/**
 * Announces the effect of changed filters once their answer has arrived: the number of matches, the order, or the
 * page. After a page turn, the focus moves to the start of the table. The code loads with the first change.
 */
export function SayPeople({ first, filters, answer }: SayPeopleProps) {
  const t = useTranslations('employees')
  const before = useRef(first)
  const isThere = answer?.complete === true

  useEffect(() => {
    const was = before.current
    // The filters changed again: the number of the previous answer is outdated.
    if (!isThere) return announceWhenCalm('people', '')
    before.current = filters
    say(was)
  })

  function say(was: PeopleFilters) {
    const words = formatChange(was)
    if (words !== null) announceWhenCalm('people', words)
    if (was.page !== filters.page && isTurning()) focusFirstRow()
  }

  function formatChange(was: PeopleFilters): string | null {
    const { total = 0, page = 1, pages = 1, similar = false } = answer ?? {}
    const found = t('said.found', { count: total })
    if (isNarrowedOtherwise(was, filters))
      return similar ? `${t('similar', { query: filters.q })} ${found}` : found
    if (was.sort !== filters.sort || was.dir !== filters.dir) return formatOrder()
    if (was.page === filters.page && was.per_page === filters.per_page) return null
    return t('pagination.summary', { page, pages, total })
  }

  function formatOrder(): string {
    const order = toOrder(filters)
    if (!order) return t('said.bestFirst')
    return t('said.sorted', { column: t(`columns.${order.column}`), direction: order.dir })
  }

  return null
}

/** True while the focus is on a pagination link, which keeps it until the new page has loaded. */
function isTurning(): boolean {
  return document.activeElement?.closest('[data-turns-pages]') !== null
}

function isNarrowedOtherwise(one: PeopleFilters, other: PeopleFilters): boolean {
  return (Object.keys(EVERYBODY) as Bisection[]).some(name => one[name] !== other[name])
}
