'use client'

import { useEffect, useRef } from 'react'
import type { GridPlace } from '#components/ui/grid-keys.ts'
import { findPlace, focusPlace } from './grid-focus.ts'

/**
 * Keeps the place in the grid when other rows replace the focused one, for example after the order has loaded. The
 * focus moves to the same place of the grid, which screen readers read out, instead of the top of the page. The grid
 * calls `noteFocus` and `noteBlur`.
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

  /** Forgets the place when the focus leaves the grid, but not when the whole window loses the focus. */
  function noteBlur(table: HTMLTableElement) {
    if (!table.contains(document.activeElement)) kept.current = null
  }

  return { noteFocus, noteBlur }
}
