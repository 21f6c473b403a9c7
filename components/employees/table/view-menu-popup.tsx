'use client'

import { useTranslations } from 'use-intl/react'
import { useListEntries } from '#components/employee-data/use-list-entries.tsx'
import type { PeopleFiltersState } from '#components/employees/find/use-people-filters.ts'
import { useCards } from '#components/ui/browser/use-narrow.ts'
import type { MenuEntry } from '#components/ui/popup/menu-entry.tsx'
import MenuPopup from '#components/ui/popup/menu-popup.tsx'
import type { PopupState } from '#components/ui/popup/use-popup.ts'
import { SORT_COLUMNS, toOrder } from '#lib/employees/people-filters.ts'
import {
  DENSITIES,
  OPTIONAL_COLUMNS,
  type OptionalColumn,
  type TableView,
} from '#lib/preferences/table-view.ts'

export type ViewMenuProps = {
  view: TableView
  onChange: (change: Partial<TableView>) => void
  state: PeopleFiltersState
  /** False until all employees are loaded: until then the first page has the service's order. */
  ordered: boolean
  /** Number of employees in the list to export; 0 until all are loaded. */
  listed: number
}

const DIRECTIONS = ['asc', 'desc'] as const
/** Columns that a card omits; the employee's sheet shows them. */
const NOT_ON_CARDS = new Set<OptionalColumn>(['invited_at', 'uploaded_at', 'edited_at'])

/** Options of the view menu and the current choices. */
export default function ViewMenuPopup({
  view: { density, hidden },
  onChange,
  state,
  ordered,
  listed,
  popup,
}: ViewMenuProps & { popup: PopupState }) {
  const t = useTranslations('employees')
  const list = useListEntries(state, { count: listed })
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
    <MenuPopup
      label={t('view.label')}
      entries={[
        // The export of the list covers all pages. It comes first, because the columns fill a laptop's screen.
        ...(listed > 0 ? [...list.entries, { kind: 'line', key: 'list' } as const] : []),
        ...(isCards ? [...sorting, columns] : [columns, { kind: 'line', key: 'rows' } as const, rows]),
      ]}
      {...popup}
    />
  )
}
