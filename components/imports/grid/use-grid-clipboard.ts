'use client'

import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/announce.tsx'
import { toGridCommand } from '#components/ui/grid-keys.ts'
import { closeToast, toast } from '#components/ui/toast/toast.ts'
import { fillCells, parseBlock } from './blocks.ts'
import type { GridList } from './grid-line.ts'
import { type GridPosition, isFieldColumn } from './grid-position.ts'

type GridClipboard = { list: GridList; active: GridPosition | null; go: (to: GridPosition) => void }

/**
 * Copies and pastes cells as in a spreadsheet: a value fills the cell, a block fills the cells from this one on. Ctrl
 * Z or ⌘ Z undoes the last change.
 */
export function useGridClipboard({ list, active, go }: GridClipboard) {
  const t = useTranslations('imports.grid')
  const offered = useRef<string>(null)

  function copy(event: ClipboardEvent) {
    if (!active || !isFieldColumn(active.column) || isInField(event.target) || isSomethingMarked()) return
    const { shown, layout } = list.getState()
    const value = shown[layout.rows.indexOf(active.row)]?.source.values[active.column]
    if (value === undefined) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', value)
  }

  function paste(event: ClipboardEvent) {
    if (!active || !isFieldColumn(active.column) || isInField(event.target)) return
    const block = parseBlock(event.clipboardData.getData('text/plain'))
    if (block.length === 0) return
    event.preventDefault()
    const { shown, layout } = list.getState()
    const from = { index: layout.rows.indexOf(active.row), field: active.column }
    const { edits, cells, left } = fillCells(shown, from, block)
    if (cells > 0) notifyFilled({ cells, left, takeBack: list.edit(edits) })
    else toast({ title: t('filled', { count: 0 }), text: t('noRoom', { count: left }), tone: 'warning' })
  }

  function notifyFilled({
    cells,
    left,
    takeBack,
  }: {
    cells: number
    left: number
    takeBack: () => number[]
  }) {
    // For a single cell, the check announces the result.
    if (cells + left === 1) return
    const noRoom = left > 0 ? t('noRoom', { count: left }) : ''
    offered.current = toast({
      title: t('filled', { count: cells }),
      text: noRoom,
      said: noRoom,
      tone: left > 0 ? 'warning' : 'positive',
      action: { label: t('undo'), onPress: () => notifyUndone(takeBack()) },
    })
  }

  function notifyUndone(rows: number[]) {
    if (rows.length === 0) announce(t('undone'))
    const row = rows.find(number => list.getState().layout.rows.includes(number))
    if (active && row !== undefined) go({ ...active, row })
  }

  function undo(event: KeyboardEvent) {
    if (toGridCommand(event) !== 'undo' || isInField(event.target)) return
    event.preventDefault()
    if (offered.current) closeToast(offered.current)
    notifyUndone(list.undo())
  }

  return { copy, paste, undo }
}

function isInField(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), select') !== null
}

function isSomethingMarked(): boolean {
  return !(document.getSelection()?.isCollapsed ?? true)
}
