'use client'

import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/announce.tsx'
import { findCellControl, toGridCommand } from '#components/ui/grid-keys.ts'
import type { ImportField } from '#lib/contracts/import-rows.ts'
import { isOpenRow } from '#lib/contracts/imports.ts'
import type { EditEnd } from './cell-input.tsx'
import { type GridList, isFaulty, isTaken } from './grid-line.ts'
import {
  type GridColumn,
  type GridPosition,
  isFieldColumn,
  isGridColumn,
  movePosition,
  toCellId,
} from './grid-position.ts'
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
  columns: readonly GridColumn[]
  active: GridPosition | null
  setActive: (active: GridPosition) => void
  /** Scrolls until the line is visible. A stable function, like the others. */
  show: (index: number) => void
}

/**
 * Keyboard control of the grid (ARIA: grid): arrows move, Enter, F2 or typing edits, the space bar includes a line or
 * leaves it out. Tab reaches one cell at a time. The lines' props stay the same from one edit to the next, so that
 * only the edited line renders again.
 */
export function useGridKeys({ list, columns, active, setActive, show }: GridKeys) {
  const t = useTranslations('imports.check')
  const [editing, setEditing] = useState<Editing | null>(null)

  const { begin, go, actions } = useMemo(() => {
    const listRows = () => list.getState().layout.rows
    const listPlaces = () => ({ rows: listRows(), columns })

    function go(to: GridPosition) {
      flushSync(() => setActive(to))
      show(listRows().indexOf(to.row))
      const cell = document.getElementById(toCellId(to.row, to.column))
      if (cell) findCellControl(cell).focus({ preventScroll: true })
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
      go(movePosition(position, { key: KEYS_AFTER[after], ctrlKey: false }, listPlaces()) ?? position)
    }

    const actions: GridActions = {
      take: (line, taken) => void list.take([line], taken),
      edit: (row, column) => begin({ row, column }, null),
      save: ({ source: { row, values } }, field, { value, end: after }) => {
        if (value !== values[field]) list.edit([{ row, values: { [field]: value } }])
        end({ row, column: field }, after)
      },
      cancel: (row, field, after) => end({ row, column: field }, after),
    }
    return { begin, go, actions }
  }, [list, columns, setActive, show])

  function press(event: KeyboardEvent) {
    if (!active || event.altKey || event.metaKey) return
    const { key, ctrlKey } = event
    const { shown, layout } = list.getState()
    const to = movePosition(active, { key, ctrlKey }, { rows: layout.rows, columns })
    const line = shown[layout.rows.indexOf(active.row)]
    const taken = line && isTaken(line)
    const command = toGridCommand(event)
    if (to) go(to)
    else if (command === 'toggleRow' && event.target instanceof HTMLInputElement) return
    else if (command === 'toggleRow' && line && typeof taken === 'boolean') list.take([line], !taken)
    else if (command === 'selectAll') takeAll()
    else if (command === 'nextError') goToError(1)
    else if (command === 'previousError') goToError(-1)
    else if (command === 'edit') begin(active, null)
    else if (key.length !== 1 || ctrlKey || !begin(active, key)) return
    event.preventDefault()
  }

  function takeAll() {
    announce(t('announceTaken', { count: list.takeAll(list.getState().shown) }))
  }

  /** Moves to the next or previous line with an error, wrapping around at the ends of the list. */
  function goToError(step: 1 | -1) {
    const { shown, layout } = list.getState()
    const errors = shown.filter(isFaulty)
    const here = active ? layout.rows.indexOf(active.row) : -1
    const places = errors.map(({ source }) => layout.rows.indexOf(source.row))
    const ahead =
      step === 1 ? places.findIndex(place => place > here) : places.findLastIndex(place => place < here)
    const index = ahead < 0 ? (step === 1 ? 0 : errors.length - 1) : ahead
    const error = errors[index]
    if (!error) return
    const field = error.checked.problems.find(({ warning }) => !warning)?.field ?? 'kind'
    go({ row: error.source.row, column: field })
    announce(t('errorPosition', { position: index + 1, count: errors.length }))
  }

  /** Updates the active cell after a click or Tab has moved the focus to a cell, or to an element inside it. */
  function follow({ target }: FocusEvent) {
    const [, name = '', column = ''] =
      /^cell-(\d+)-(\w+)$/.exec(target.closest('[id^=cell-]')?.id ?? '') ?? []
    const row = Number(name)
    if (list.getState().layout.rows.includes(row) && isGridColumn(column)) setActive({ row, column })
  }

  return { editing, press, follow, go, goToError, actions }
}
