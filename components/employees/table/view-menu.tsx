'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useCards } from '#components/ui/browser/use-narrow.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ViewIcon } from '#components/ui/icons.ts'
import { Menu } from '#components/ui/popup/menu.tsx'
import type { MenuEntry } from '#components/ui/popup/menu-entry.tsx'
import { paths } from '#lib/address/paths.ts'
import { type PeopleFilters, SORT_COLUMNS, toOrder } from '#lib/employees/people-filters.ts'
import { deskCommand } from '#lib/http/desk-request.ts'
import {
  DENSITIES,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
  type TableView,
} from '#lib/preferences/table-view.ts'
import type { PeopleFiltersState } from '../find/use-people-filters.ts'

type ViewMenuProps = {
  view: TableView
  onChange: (change: Partial<TableView>) => void
  state: PeopleFiltersState
  /** Not before everybody is known: until then the first page is as the service has it. */
  ordered: boolean
}

const DIRECTIONS = ['asc', 'desc'] as const
/** What a card shows only in the sheet of its person. */
const NOT_ON_CARDS = new Set<OptionalColumn>(['invited_at', 'uploaded_at', 'edited_at'])

/** Which columns to show, and how close the rows are; on a phone, where no head is there to be pressed, also their order. */
export function ViewMenu({ view: { density, hidden }, onChange, state, ordered }: ViewMenuProps) {
  const t = useTranslations('employees')
  const isCards = useCards()
  const { filters, change } = state
  const order = ordered || filters.sort ? toOrder(filters) : null
  const columns: MenuEntry = {
    kind: 'toggles',
    label: t(isCards ? 'view.onCard' : 'view.columns'),
    options: OPTIONAL_COLUMNS.filter(name => !isCards || !NOT_ON_CARDS.has(name)).map(name => ({
      label: t(`columns.${name}`),
      checked: !hidden.includes(name),
      onChange: shown =>
        onChange({ hidden: shown ? hidden.filter(other => other !== name) : [...hidden, name] }),
    })),
  }
  const rows: MenuEntry = {
    kind: 'choice',
    label: t('view.density'),
    options: DENSITIES.map(value => ({ value, label: t(`view.${value}`) })),
    value: density,
    onChange: value => onChange({ density: value === 'compact' ? 'compact' : 'comfortable' }),
  }
  const sorting: MenuEntry[] = [
    {
      kind: 'choice',
      label: t('view.sort'),
      options: [
        ...(filters.q === '' ? [] : [{ value: '', label: t('view.bestFirst') }]),
        ...SORT_COLUMNS.map(value => ({ value, label: t(`columns.${value}`) })),
      ],
      value: order?.column ?? '',
      onChange: value => change({ sort: SORT_COLUMNS.find(name => name === value), dir: 'asc' }),
    },
    {
      kind: 'choice',
      label: t('view.direction'),
      options: DIRECTIONS.map(value => ({ value, label: t(`view.${value}`) })),
      value: order?.dir ?? '',
      onChange: value =>
        change({ sort: order?.column ?? 'last_name', dir: value === 'desc' ? 'desc' : 'asc' }),
    },
    { kind: 'line', key: 'sort' },
  ]
  return (
    <Menu
      label={t('view.label')}
      entries={[...(isCards ? sorting : []), columns, { kind: 'line', key: 'rows' }, rows]}
      button={button => (
        <Button variant="quiet" {...button}>
          <Icon of={ViewIcon} />
          {t('view.label')}
        </Button>
      )}
    />
  )
}

/** In which order cards stand, which have no head that would show it. Its line is there before it is known: nothing moves then. */
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
 * Columns and density: a choice shows at once and is remembered in this browser. One that cannot be saved counts until
 * the page is left; that is not worth a word.
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
