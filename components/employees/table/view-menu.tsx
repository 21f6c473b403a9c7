'use client'

import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ViewIcon } from '#components/ui/icons.ts'
import { Menu } from '#components/ui/popup/menu.tsx'
import type { MenuEntry } from '#components/ui/popup/menu-entry.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/http/desk-request.ts'
import { DENSITIES, OPTIONAL_COLUMNS, type TableView } from '#lib/preferences/table-view.ts'

type ViewMenuProps = { view: TableView; onChange: (change: Partial<TableView>) => void }

/** Which columns to show, and how close the rows are. */
export function ViewMenu({ view: { density, hidden }, onChange }: ViewMenuProps) {
  const t = useTranslations('employees')
  const columns = OPTIONAL_COLUMNS.map(
    (name): MenuEntry => ({
      kind: 'toggle',
      label: t(`columns.${name}`),
      checked: !hidden.includes(name),
      onChange: shown =>
        onChange({ hidden: shown ? hidden.filter(other => other !== name) : [...hidden, name] }),
    }),
  )
  const rows: MenuEntry = {
    kind: 'choice',
    label: t('view.density'),
    options: DENSITIES.map(value => ({ value, label: t(`view.${value}`) })),
    value: density,
    onChange: value => onChange({ density: value === 'compact' ? 'compact' : 'comfortable' }),
  }
  return (
    <Menu
      label={t('view.label')}
      entries={[...columns, { kind: 'line', key: 'rows' }, rows]}
      button={button => (
        <Button variant="quiet" {...button}>
          <Icon of={ViewIcon} />
          {t('view.label')}
        </Button>
      )}
    />
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
