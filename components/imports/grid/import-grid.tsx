'use client'

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useKeyDown } from '#components/ui/browser/use-key-down.ts'
import { usePrinting } from '#components/ui/browser/use-printing.ts'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { toGridCommand } from '#components/ui/grid-keys.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { type GridLayout, type GridLine, type GridList, isFaulty, LINE_PX } from './grid-line.ts'
import { GridNote, noteAt, noteUnder } from './grid-note.tsx'
import {
  FIRST_TRACKS,
  GRID_COLUMNS,
  GRID_TRACKS,
  type GridColumn,
  type GridPosition,
  isFieldColumn,
  OVER_COLUMNS,
  OVER_FIRST_TRACKS,
} from './grid-position.ts'
import { GridRow } from './grid-row.tsx'
import { LineNotes, type ListProject } from './line-notes.tsx'
import { useGridClipboard } from './use-grid-clipboard.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridWords } from './use-grid-words.ts'

/** Lines rendered outside of the visible part, so that scrolling shows no gaps. */
const OVERSCAN = 6

type ImportGridProps = {
  label: string
  list: GridList
  lines: readonly GridLine[]
  layout: GridLayout
  project: ListProject
  /** True when no line of the list can be changed or sent any more. */
  over: boolean
}

/** All lines of a list. Only visible lines are rendered, so ten thousand scroll like ten. */
export const ImportGrid = memo(function ImportGrid(props: ImportGridProps) {
  const { label, list, lines, layout, project, over } = props
  const columns = over ? OVER_COLUMNS : GRID_COLUMNS
  const t = useTranslations('imports.grid')
  const helpId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const words = useGridWords()
  const [chosen, setActive] = useState<GridPosition | null>(null)
  const active = chosen && layout.rows.includes(chosen.row) ? chosen : toFirst(layout, columns)
  const activeIndex = active ? layout.rows.indexOf(active.row) : -1
  // The virtualizer measures all lines again when one of these functions changes.
  const toKey = useCallback((index: number) => layout.rows[index] ?? index, [layout])
  const toHeight = useCallback((index: number) => layout.heights[index] ?? LINE_PX, [layout])
  const printing = usePrinting()
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: toKey,
    estimateSize: toHeight,
    overscan: OVERSCAN,
    rangeExtractor: range => (printing ? listAll(range.count) : withActive(range, activeIndex)),
    scrollPaddingStart: LINE_PX,
    scrollPaddingEnd: LINE_PX,
  })
  const keys = useGridKeys({ list, columns, active, setActive, show: virtual.scrollToIndex })
  const clipboard = useGridClipboard({ list, active, go: keys.go })
  const grid = {
    role: 'grid',
    'aria-label': label,
    'aria-rowcount': lines.length + 1,
    'aria-colcount': columns.length,
    'aria-readonly': over,
    'aria-describedby': helpId,
  }
  const errors = useMemo(() => lines.filter(isFaulty).map(({ source }) => source.row), [lines])
  return (
    <>
      <div className="flex flex-wrap items-start justify-end gap-x-6 gap-y-2 empty:hidden">
        <LineNotes line={lines[activeIndex]} words={words} {...project} />
        {errors.length > 0 && (
          <NextError
            position={errors.indexOf(active?.row ?? -1) + 1}
            count={errors.length}
            onGo={keys.goToError}
          />
        )}
      </div>
      <div data-noted className="relative">
        <Panel
          ref={scroller}
          onScroll={noteFocused}
          className="relative max-h-[max(24rem,calc(100dvh-8rem))] overflow-auto"
        >
          <p id={helpId} className="sr-only">
            {t(over ? 'helpOver' : 'help')}
          </p>
          <table
            {...grid}
            onKeyDown={event => {
              if (event.key === 'Escape') noteAt(null)
              clipboard.undo(event)
              if (!event.defaultPrevented) keys.press(event)
            }}
            onFocus={event => {
              keys.follow(event)
              noteAt(toCell(event.target))
            }}
            onBlur={() => noteAt(null)}
            onPointerMove={({ target, pointerType }) => pointerType !== 'touch' && noteUnder(toCell(target))}
            onPointerLeave={noteFocused}
            onCopy={clipboard.copy}
            onPaste={clipboard.paste}
            className={cx(
              'placed-grid block min-w-[66rem] max-sm:min-w-[56rem]',
              over ? OVER_FIRST_TRACKS : FIRST_TRACKS,
            )}
          >
            <GridHead columns={columns} />
            <tbody
              className="relative block"
              style={printing ? undefined : { height: virtual.getTotalSize() }}
            >
              {virtual.getVirtualItems().map(({ index, key, start, size }) => {
                const line = lines[index]
                return (
                  line && (
                    <GridRow
                      key={key}
                      line={line}
                      columns={columns}
                      index={index}
                      top={printing ? null : start}
                      height={size}
                      active={active?.row === line.source.row ? active.column : null}
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
        <GridNote />
      </div>
    </>
  )
})

type NextErrorProps = { position: number; count: number; onGo: (step: 1 | -1) => void }

/**
 * Buttons to the next and previous error, with keys that also work outside of the grid. Shows "3 of 12", or the
 * number of errors while none has the focus.
 */
function NextError({ position, count, onGo }: NextErrorProps) {
  const t = useTranslations('imports.check')
  useKeyDown(event => {
    const command = toGridCommand(event)
    if (command !== 'nextError' && command !== 'previousError') return
    const { target, defaultPrevented } = event
    const isInWindow = target instanceof Element && target.closest('[role=dialog], [role=alertdialog]')
    if (defaultPrevented || isInWindow) return
    event.preventDefault()
    onGo(command === 'nextError' ? 1 : -1)
  })
  return (
    <p className="flex flex-wrap items-center justify-end gap-2 text-muted text-sm tabular-nums">
      {position === 0 ? t('errors', { count }) : t('errorPosition', { position, count })}
      <Button size="small" aria-keyshortcuts="F8" onClick={() => onGo(1)}>
        {t('nextError')}
        <Kbd>F8</Kbd>
      </Button>
    </p>
  )
}

function toFirst({ rows: [row] }: GridLayout, [column]: readonly GridColumn[]): GridPosition | null {
  return row === undefined || column === undefined ? null : { row, column }
}

function GridHead({ columns }: { columns: readonly GridColumn[] }) {
  const t = useTranslations('imports')
  return (
    <thead className="sticky top-0 z-10 block bg-panel">
      <tr aria-rowindex={1} className={cx(GRID_TRACKS, 'h-9 border-line border-b')}>
        {columns.map((column, index) => (
          <th
            key={column}
            scope="col"
            aria-colindex={index + 1}
            className={cx(
              'flex items-center truncate px-2 font-medium text-muted text-sm',
              column === 'row' && 'justify-end',
            )}
          >
            {isFieldColumn(column) ? (
              t(`fields.${column}`)
            ) : (
              <span className={column === 'take' ? 'sr-only' : undefined}>{t(`grid.heads.${column}`)}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function noteFocused(): void {
  noteAt(null)
  noteAt(toCell(document.activeElement))
}

function toCell(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[role=gridcell], th[scope=row]') : null
}

/** Lists all lines for print, where scrolling is impossible. */
function listAll(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** Returns the visible lines and the focused one, which must stay on the page while the user scrolls. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range)
  if (active < 0 || active >= range.count || indexes.includes(active)) return indexes
  return [...indexes, active].sort((one, other) => one - other)
}
