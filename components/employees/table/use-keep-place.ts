'use client'

import { useEffect, useRef } from 'react'
import type { GridPlace } from '#components/ui/grid-keys.ts'
import { findPlace, focusPlace } from './grid-focus.ts'

/**
 * Other people's rows may take the place of those that stand, as when the order arrives. Whoever was in one of them is at the same
 * place of the grid then, which is read out, and not at the top of the page. `noteFocus` and `noteBlur` are the grid's.
 */
export function useKeepPlace() {
  const kept = useRef<{ table: HTMLTableElement; cell: Element; place: GridPlace } | null>(null)

  useEffect(() => {
    if (!kept.current || kept.current.cell.isConnected) return
    const { table, place } = kept.current
    if (document.activeElement === document.body) focusPlace(table, place)
    else kept.current = null
  })

  function noteFocus(table: HTMLTableElement, cell: Element | null) {
    const place = findPlace(table)
    kept.current = cell && place && { table, cell, place }
  }

  /** A window that is left for another one keeps its focus. */
  function noteBlur(table: HTMLTableElement) {
    if (!table.contains(document.activeElement)) kept.current = null
  }

  return { noteFocus, noteBlur }
}
