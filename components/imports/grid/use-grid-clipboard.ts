'use client'

import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/toast/live-region.tsx'
import { closeToast, toast } from '#components/ui/toast/toast.ts'
import { fillCells, parseBlock } from './blocks.ts'
import type { GridList } from './grid-line.ts'
import { type GridPosition, isFieldColumn } from './grid-position.ts'

type GridClipboard = { list: GridList; active: GridPosition | null; go: (to: GridPosition) => void }

/**
 * Cells are copied and pasted as in a spreadsheet: a value fills the cell, a block fills the cells from this one on.
 * Ctrl Z or ⌘ Z takes back whatever was done last.
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
    if (cells > 0) tellFilled({ cells, left, takeBack: list.edit(edits) })
    else toast({ title: t('filled', { count: 0 }), text: t('noRoom', { count: left }), tone: 'warning' })
  }

  function tellFilled({ cells, left, takeBack }: { cells: number; left: number; takeBack: () => number[] }) {
    const title = t('filled', { count: cells })
    if (cells + left === 1) return announce(title)
    offered.current = toast({
      title,
      ...(left > 0 && { text: t('noRoom', { count: left }) }),
      tone: left > 0 ? 'warning' : 'positive',
      action: { label: t('undo'), onPress: () => tellUndone(takeBack()) },
    })
  }

  function tellUndone(rows: number[]) {
    announce(t('undone', { count: rows.length }))
    const row = rows.find(number => list.getState().layout.rows.includes(number))
    if (active && row !== undefined) go({ ...active, row })
  }

  function undo(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
    if (event.shiftKey || event.altKey || isInField(event.target)) return
    event.preventDefault()
    if (offered.current) closeToast(offered.current)
    tellUndone(list.undo())
  }

  return { copy, paste, undo }
}

function isInField(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), select') !== null
}

function isSomethingMarked(): boolean {
  return !(document.getSelection()?.isCollapsed ?? true)
}
