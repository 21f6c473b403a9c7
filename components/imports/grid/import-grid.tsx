'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useId, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { Panel } from '#components/ui/panel.tsx'
import type { ImportField } from '#lib/imports/contract.ts'
import { GRID_COLUMNS } from './grid-columns.ts'
import { GridHead } from './grid-head.tsx'
import { type GridLine, hasNotes } from './grid-line.ts'
import { GridRow } from './grid-row.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridWords } from './use-grid-words.ts'
import { withActive } from './with-active.ts'

const LINE_PX = 40
const LINE_WITH_NOTES_PX = 60
const OVERSCAN = 12

type ImportGridProps = {
  label: string
  lines: readonly GridLine[]
  onTake: (line: GridLine, taken: boolean) => void
  onSave: (line: GridLine, field: ImportField, value: string) => void
}

/** All lines of a list. Only those in sight are on the page, so ten thousand scroll like ten. */
export function ImportGrid({ label, lines, onTake, onSave }: ImportGridProps) {
  const t = useTranslations('imports.grid')
  const helpId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const words = useGridWords()
  // All heights are worked out anew whenever one of these is another function.
  const toKey = useCallback((index: number) => lines[index]?.source.row ?? index, [lines])
  const toHeight = useCallback(
    (index: number) => (lines[index] && hasNotes(lines[index]) ? LINE_WITH_NOTES_PX : LINE_PX),
    [lines],
  )
  const keys = useGridKeys({ lines, onTake, onSave, show: index => virtual.scrollToIndex(index) })
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: toKey,
    estimateSize: toHeight,
    overscan: OVERSCAN,
    rangeExtractor: range => withActive(range, keys.activeIndex),
    scrollPaddingStart: LINE_PX,
    scrollPaddingEnd: LINE_PX,
  })
  const grid = {
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': lines.length + 1,
    'aria-colcount': GRID_COLUMNS.length,
    'aria-describedby': helpId,
  }
  return (
    <Panel ref={scroller} className="relative max-h-[max(24rem,calc(100dvh-8rem))] overflow-auto">
      <p id={helpId} className="sr-only">
        {t('help')}
      </p>
      <table {...grid} onKeyDown={keys.press} onFocus={keys.follow} className="block min-w-[66rem]">
        <GridHead />
        <tbody className="relative block" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start, size }) => {
            const line = lines[index]
            return (
              line && (
                <GridRow
                  key={key}
                  line={line}
                  index={index}
                  top={start}
                  height={size}
                  active={keys.active?.row === line.source.row ? keys.active.column : null}
                  editing={keys.editing?.row === line.source.row ? keys.editing : null}
                  actions={keys.actions}
                  words={words}
                />
              )
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}
