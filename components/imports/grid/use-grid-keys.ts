'use client'

import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { moveFocus } from '#components/ui/browser/focus.ts'
import type { ImportField } from '#lib/contracts/import-rows.ts'
import { isOpenRow } from '#lib/contracts/imports.ts'
import type { EditEnd } from './cell-input.tsx'
import { type GridList, isTaken } from './grid-line.ts'
import { type GridPosition, isFieldColumn, isGridColumn, movePosition, toCellId } from './grid-position.ts'
import type { GridActions } from './grid-row.tsx'

const KEYS_AFTER: Record<EditEnd, string> = {
  down: 'ArrowDown',
  right: 'ArrowRight',
  left: 'ArrowLeft',
  stay: '',
  leave: '',
}

type Editing = { row: number; field: ImportField; typed: string | null }

type GridKeys = {
  list: GridList
  active: GridPosition | null
  setActive: (active: GridPosition) => void
  /** Scrolls until the line is in sight. Like the other two, always the same function. */
  show: (index: number) => void
}

/**
 * The grid by keyboard (ARIA: grid): arrows move, Enter, F2 or typing edits, the space bar takes a line along or leaves
 * it out. One cell at a time is reached by Tab. What the lines are given is the same from one edit to the next, so that
 * only the line with the edit is drawn again.
 */
export function useGridKeys({ list, active, setActive, show }: GridKeys) {
  const [editing, setEditing] = useState<Editing | null>(null)

  const { begin, go, actions } = useMemo(() => {
    const listRows = () => list.getState().layout.rows

    function go(to: GridPosition) {
      flushSync(() => setActive(to))
      show(listRows().indexOf(to.row))
      moveFocus(`#${toCellId(to.row, to.column)}`)
    }

    function begin({ row, column }: GridPosition, typed: string | null): boolean {
      const line = list.getState().shown[listRows().indexOf(row)]
      if (!line || !isOpenRow(line) || !isFieldColumn(column)) return false
      setActive({ row, column })
      setEditing({ row, field: column, typed })
      return true
    }

    function end(position: GridPosition, after: EditEnd) {
      if (after === 'leave') return setEditing(null)
      flushSync(() => setEditing(null))
      go(movePosition(position, { key: KEYS_AFTER[after], ctrlKey: false }, listRows()) ?? position)
    }

    const actions: GridActions = {
      take: (line, taken) => list.take([line], taken),
      edit: (row, column) => begin({ row, column }, null),
      save: ({ source: { row, values } }, field, { value, end: after }) => {
        if (value !== values[field]) list.edit([{ row, values: { [field]: value } }])
        end({ row, column: field }, after)
      },
      cancel: (row, field, after) => end({ row, column: field }, after),
    }
    return { begin, go, actions }
  }, [list, setActive, show])

  function press(event: KeyboardEvent) {
    if (!active || event.altKey || event.metaKey) return
    const { key, ctrlKey } = event
    const { shown, layout } = list.getState()
    const to = movePosition(active, { key, ctrlKey }, layout.rows)
    const line = shown[layout.rows.indexOf(active.row)]
    const taken = line && isTaken(line)
    if (to) go(to)
    else if (key === ' ' && line && typeof taken === 'boolean') list.take([line], !taken)
    else if (key === 'Enter' || key === 'F2') begin(active, null)
    else if (key.length !== 1 || ctrlKey || !begin(active, key)) return
    event.preventDefault()
  }

  /** A click or Tab has moved the focus to a cell, or to something inside it. */
  function follow({ target }: FocusEvent) {
    const [, name = '', column = ''] =
      /^cell-(\d+)-(\w+)$/.exec(target.closest('[id^=cell-]')?.id ?? '') ?? []
    const row = Number(name)
    if (list.getState().layout.rows.includes(row) && isGridColumn(column)) setActive({ row, column })
  }

  return { editing, press, follow, go, actions }
}
