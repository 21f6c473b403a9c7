'use client'

import { useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import { GRID_COLUMNS, GRID_TRACKS, isFieldColumn } from './grid-columns.ts'

export function GridHead() {
  const t = useTranslations('imports')
  return (
    <thead className="sticky top-0 z-10 block bg-panel">
      <tr aria-rowindex={1} className={cx(GRID_TRACKS, 'h-9 border-line border-b')}>
        {GRID_COLUMNS.map((column, index) => (
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
