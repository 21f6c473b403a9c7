'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { announceWhenCalm } from '#components/ui/announce.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import { type PeopleFilters, toOrder } from '#lib/employees/people-filters.ts'
import { EVERYBODY, type Narrowing } from '../find/use-people-filters.ts'
import { focusFirstRow } from './grid-focus.ts'

type SayPeopleProps = {
  /** What the page was opened with: nobody has to be told of that. */
  first: PeopleFilters
  filters: PeopleFilters
  /** Nothing while it is on its way. */
  answer: PeoplePage['meta'] | undefined
}

/**
 * Says what another question has changed, once its answer is there: how many there are, in which order they stand, or which
 * page this is. Who has turned the page goes on at the table's start. Its code comes with the first such question.
 */
export function SayPeople({ first, filters, answer }: SayPeopleProps) {
  const t = useTranslations('employees')
  const before = useRef(first)
  const isThere = answer?.complete === true

  useEffect(() => {
    const was = before.current
    // Somebody asks on: the number of what they asked before is no news any more.
    if (!isThere) return announceWhenCalm('people', '')
    before.current = filters
    say(was)
  })

  function say(was: PeopleFilters) {
    const words = sayChange(was)
    if (words !== null) announceWhenCalm('people', words)
    if (was.page !== filters.page && isTurning()) focusFirstRow()
  }

  function sayChange(was: PeopleFilters): string | null {
    const { total = 0, page = 1, pages = 1, similar = false } = answer ?? {}
    const found = t('said.found', { count: total })
    if (isNarrowedOtherwise(was, filters))
      return similar ? `${t('similar', { query: filters.q })} ${found}` : found
    if (was.sort !== filters.sort || was.dir !== filters.dir) return sayOrder()
    if (was.page === filters.page && was.per_page === filters.per_page) return null
    return t('pagination.summary', { page, pages, total })
  }

  function sayOrder(): string {
    const order = toOrder(filters)
    if (!order) return t('said.bestFirst')
    return t('said.sorted', { column: t(`columns.${order.column}`), direction: order.dir })
  }

  return null
}

/** The links that turn pages keep the focus until the new page is there. */
function isTurning(): boolean {
  return document.activeElement?.closest('[data-turns-pages]') !== null
}

function isNarrowedOtherwise(one: PeopleFilters, other: PeopleFilters): boolean {
  return (Object.keys(EVERYBODY) as Narrowing[]).some(name => one[name] !== other[name])
}
