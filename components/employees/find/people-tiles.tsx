'use client'

import { useTranslations } from 'use-intl/react'
import { useStatusWords } from '#components/employee-data/use-status-words.ts'
import { cx } from '#components/ui/cx.ts'
import { Tooltip } from '#components/ui/popup/tooltip.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import { TILES, type Tile, toggleTile, toTiles } from '#lib/employees/people-filters.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

export const TILES_ID = 'people-tiles'

type PeopleTilesProps = {
  project: Project
  /** The chosen tiles, as written in the filters. */
  tile: string | undefined
  counts: PeoplePage['meta']['counts'] | undefined
  onChange: (tile: string | undefined) => void
}

/** Statuses that the desk does not know share a tile, shown only when an employee has one. */
function listTiles(chosen: readonly Tile[], counts: PeopleTilesProps['counts']) {
  const hasOther = chosen.includes('other') || (counts?.other ?? 0) > 0
  return (['all', ...TILES] as const).filter(name => name !== 'other' || hasOther)
}

/**
 * Number of employees in each status. Pressing a tile adds its status to the filter; pressing it again removes it.
 */
export function PeopleTiles({ project, tile, counts, onChange }: PeopleTilesProps) {
  const t = useTranslations('employees')
  const status = useStatusWords(project)
  const chosen = toTiles(tile)
  return (
    <ul
      id={TILES_ID}
      aria-label={t('tiles.label')}
      className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-1 sm:-mx-1 sm:grid sm:grid-cols-4 sm:px-1 min-[56rem]:auto-cols-fr min-[56rem]:grid-flow-col min-[56rem]:grid-cols-none"
    >
      {listTiles(chosen, counts).map(name => {
        const pressed = name === 'all' ? chosen.length === 0 : chosen.includes(name)
        return (
          <li key={name} className="shrink-0 snap-start">
            <Tooltip
              text={name === 'all' ? null : `${status.means(name)} ${status.next(name)}`}
              side="bottom"
            >
              <button
                type="button"
                aria-pressed={pressed}
                onClick={() => onChange(name === 'all' ? undefined : toggleTile(tile, name))}
                className={cx(
                  'grid h-full w-full min-w-28 content-between gap-0.5 rounded-lg border px-3 py-2 text-start transition-colors',
                  pressed
                    ? 'border-accent bg-accent-soft forced-colors:outline-2'
                    : 'border-line bg-panel shadow-low hover:border-line-strong/60 hover:bg-hover',
                  // A subset of the employees who wait for their photo, not a further part of the total.
                  name === 'uninvited' && 'border-dashed',
                )}
              >
                <span className={cx('text-sm leading-tight', pressed ? 'text-accent-text' : 'text-muted')}>
                  {t(name === 'uninvited' ? 'tiles.uninvitedAmong' : `tiles.${name}`)}
                </span>
                <span className="font-semibold text-lg tabular-nums">
                  {counts ? (
                    t('tiles.count', { count: counts[name] })
                  ) : (
                    <Skeleton className="my-1.5 h-3 w-8" />
                  )}
                </span>
              </button>
            </Tooltip>
          </li>
        )
      })}
    </ul>
  )
}
