'use client'

import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { moveFocus } from '#components/ui/move-focus.ts'
import type { ImportField } from '#lib/imports/contract.ts'
import { isOpenRow } from '#lib/imports/import-contract.ts'
import type { EditEnd } from './cell-input.tsx'
import { isFieldColumn, isGridColumn } from './grid-columns.ts'
import { type GridLine, isTaken } from './grid-line.ts'
import { type GridPosition, movePosition, toCellId } from './grid-position.ts'
import type { GridActions } from './grid-row.tsx'

type GridKeys = {
  lines: readonly GridLine[]
  onTake: (line: GridLine, taken: boolean) => void
  onSave: (line: GridLine, field: ImportField, value: string) => void
  /** Scrolls until the line is in sight. */
  show: (index: number) => void
}

type Editing = { row: number; field: ImportField; typed: string | null }

const KEYS_AFTER: Record<EditEnd, string> = {
  down: 'ArrowDown',
  right: 'ArrowRight',
  left: 'ArrowLeft',
  stay: '',
  leave: '',
}

/**
 * The grid by keyboard (ARIA: grid): arrows move, Enter, F2 or typing edits, the space bar takes a line along or leaves
 * it out. One cell at a time is reached by Tab.
 */
export function useGridKeys({ lines, onTake, onSave, show }: GridKeys) {
  const [active, setActive] = useState<GridPosition | null>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const rows = () => lines.map(({ source }) => source.row)
  const shown = active && lines.some(({ source }) => source.row === active.row) ? active : first(lines)
  const activeIndex = shown ? lines.findIndex(({ source }) => source.row === shown.row) : -1

  function go(to: GridPosition) {
    flushSync(() => setActive(to))
    show(lines.findIndex(({ source }) => source.row === to.row))
    moveFocus(`#${toCellId(to.row, to.column)}`)
  }

  function begin({ row, column }: GridPosition, typed: string | null): boolean {
    const line = lines.find(({ source }) => source.row === row)
    if (!line || !isOpenRow(line) || !isFieldColumn(column)) return false
    setActive({ row, column })
    setEditing({ row, field: column, typed })
    return true
  }

  function press(event: KeyboardEvent) {
    if (!shown || event.altKey || event.metaKey) return
    const { key, ctrlKey } = event
    const to = movePosition(shown, { key, ctrlKey }, rows())
    const line = lines[activeIndex]
    const taken = line && isTaken(line)
    if (to) go(to)
    else if (key === ' ' && line && typeof taken === 'boolean') onTake(line, !taken)
    else if (key === 'Enter' || key === 'F2') begin(shown, null)
    else if (key.length !== 1 || ctrlKey || !begin(shown, key)) return
    event.preventDefault()
  }

  /** A press or Tab has given the focus to a cell, or to something inside it. */
  function follow({ target }: FocusEvent) {
    const [, row = '', column = ''] = /^cell-(\d+)-(\w+)$/.exec(target.closest('[id^=cell-]')?.id ?? '') ?? []
    const line = lines.find(({ source }) => source.row === Number(row))
    if (line && isGridColumn(column)) setActive({ row: line.source.row, column })
  }

  function end(position: GridPosition, after: EditEnd) {
    if (after === 'leave') return setEditing(null)
    flushSync(() => setEditing(null))
    go(movePosition(position, { key: KEYS_AFTER[after], ctrlKey: false }, rows()) ?? position)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what these functions see changes only with these values
  const actions = useMemo(
    (): GridActions => ({
      take: onTake,
      edit: (row, column) => begin({ row, column }, null),
      save: (line, field, value, after) => {
        if (value !== line.source.values[field]) onSave(line, field, value)
        end({ row: line.source.row, column: field }, after)
      },
      cancel: after => editing && end({ row: editing.row, column: editing.field }, after),
    }),
    [lines, onTake, onSave, editing],
  )

  return { active: shown, activeIndex, editing, press, follow, actions }
}

function first(lines: readonly GridLine[]): GridPosition | null {
  return lines[0] ? { row: lines[0].source.row, column: 'take' } : null
}
