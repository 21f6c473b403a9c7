'use client'

import { useRef, useState } from 'react'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/http/desk-request.ts'
import type { TableView } from '#lib/preferences/table-view.ts'

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
