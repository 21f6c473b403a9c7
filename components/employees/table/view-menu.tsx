'use client'

import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ViewIcon } from '#components/ui/icons.ts'
import { usePopup } from '#components/ui/popup/use-popup.ts'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'
import { type PeopleFilters, toOrder } from '#lib/employees/people-filters.ts'
import type { TableView } from '#lib/preferences/table-view.ts'
import type { ViewMenuProps } from './view-menu-popup.tsx'

const loadPopup = loadWithRetry(() => import('./view-menu-popup.tsx'))
const ViewMenuPopup = lazy(loadPopup)

/** Menu for the columns and the density of the rows; on a phone, which has no heads to press, also for the order. */
export function ViewMenu(props: ViewMenuProps) {
  const t = useTranslations('employees.view')
  const menu = usePopup('menu', loadPopup)
  return (
    <>
      <Button variant="quiet" {...menu.button}>
        <Icon of={ViewIcon} />
        {t('label')}
      </Button>
      {menu.used && (
        <Suspense>
          <ViewMenuPopup {...props} popup={menu.popup} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Shows the order of cards, which have no head that could show it. Its line is reserved from the start, so that
 * nothing moves later.
 */
export function CardOrder({ filters, ordered }: { filters: PeopleFilters; ordered: boolean }) {
  const t = useTranslations('employees')
  const order = toOrder(filters)
  return (
    <p data-testid="card-order" className="min-h-5 text-muted text-sm sm:hidden">
      {!ordered && !filters.sort
        ? null
        : order
          ? t('said.sorted', { column: t(`columns.${order.column}`), direction: order.dir })
          : t('said.bestFirst')}
    </p>
  )
}

/**
 * Columns and density: a choice applies at once and is remembered in this browser. If saving fails, the choice lasts
 * until the page is left; no error is shown.
 */
export function useTableView(remembered: TableView) {
  const [view, setView] = useState(remembered)
  const saved = useRef<Promise<unknown>>(Promise.resolve())

  function changeView(change: Partial<TableView>) {
    const next = { ...view, ...change }
    setView(next)
    const save = () => deskCommand(paths.api.preferences(), { method: 'PUT', body: { table_view: next } })
    saved.current = saved.current.then(save).catch(() => {})
  }

  return { view, changeView }
}
