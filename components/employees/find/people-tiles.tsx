'use client'

import { useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import { TILES, type Tile } from '#lib/employees/people-filters.ts'

type PeopleTilesProps = {
  chosen: Tile | undefined
  counts: PeoplePage['meta']['counts'] | undefined
  onChoose: (tile: Tile | undefined) => void
}

/** Statuses that the desk does not know share a tile, shown only when somebody has one. */
function listTiles({ chosen, counts }: Omit<PeopleTilesProps, 'onChoose'>) {
  const hasOther = chosen === 'other' || (counts?.other ?? 0) > 0
  return (['all', ...TILES] as const).filter(name => name !== 'other' || hasOther)
}

/** Who is where, in numbers; a press shows those people. */
export function PeopleTiles({ chosen, counts, onChoose }: PeopleTilesProps) {
  const t = useTranslations('employees')
  const tiles = listTiles({ chosen, counts })
  return (
    <ul
      aria-label={t('tiles.label')}
      className={cx(
        '-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-1 sm:-mx-1 sm:grid sm:grid-cols-4 sm:px-1',
        tiles.length > 7 ? 'min-[56rem]:grid-cols-8' : 'min-[56rem]:grid-cols-7',
      )}
    >
      {tiles.map(name => {
        const tile = name === 'all' ? undefined : name
        const pressed = chosen === tile
        return (
          <li key={name} className="shrink-0 snap-start">
            <button
              type="button"
              aria-pressed={pressed}
              onClick={() => onChoose(pressed ? undefined : tile)}
              className={cx(
                'grid h-full w-full min-w-28 content-between gap-0.5 rounded-lg border px-3 py-2 text-start transition-colors',
                pressed
                  ? 'border-accent bg-accent-soft forced-colors:outline-2'
                  : 'border-line bg-panel shadow-low hover:border-line-strong/60 hover:bg-hover',
              )}
            >
              <span className={cx('text-sm leading-tight', pressed ? 'text-accent-text' : 'text-muted')}>
                {t(`tiles.${name}`)}
              </span>
              <span className="font-semibold text-lg tabular-nums">
                {counts ? t('tiles.count', { count: counts[name] }) : <Skeleton className="my-1.5 h-3 w-8" />}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
