'use client'

import { useEffect } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon } from '#components/ui/icons.ts'
import { type PeopleFilters, toggleTile, toOrder, toTiles } from '#lib/employees/people-filters.ts'
import { SEARCH_ID } from './people-search.tsx'
import { TILES_ID } from './people-tiles.tsx'
import { type Bisection, EVERYBODY, listNarrowings, type PeopleFiltersState } from './use-people-filters.ts'

type FilterChipsProps = {
  state: PeopleFiltersState
  /** Number of employees left, where the search field cannot say it; null while unknown. */
  shown: number | null
}

/**
 * Shows how many employees match, every active filter with its remove button, and one button that removes all
 * filters.
 */
export function FilterChips({ state: { filters, change }, shown }: FilterChipsProps) {
  const t = useTranslations('employees.find')
  const said = useTranslations('employees.said')
  const chips = useChips(filters)
  useEffect(() => {
    if (filters.tile) showChosenTile()
  }, [filters.tile])

  function clear(names: Partial<PeopleFilters>) {
    moveFocus(`#${SEARCH_ID}`)
    change(names)
  }

  return (
    <div className="filter-chips flex flex-wrap items-center gap-1.5 max-sm:order-last max-sm:basis-full">
      {shown !== null && <span className="me-1 text-sm tabular-nums">{t('shown', { count: shown })}</span>}
      {Boolean(shown) && toOrder(filters) === null && (
        <span className="me-1 text-muted text-sm max-sm:hidden">{said('bestFirst')}</span>
      )}
      <ul aria-label={t('chips')} className="flex flex-wrap gap-1.5">
        {chips.map(({ key, words, without }) => (
          <li
            key={key}
            className="inline-flex h-7 max-w-64 items-center rounded-full bg-accent-soft ps-3 text-accent-text text-sm inset-ring inset-ring-accent/15"
          >
            <span className="truncate">{words}</span>
            <button
              type="button"
              aria-label={t('removeChip', { filter: words })}
              onClick={() => clear(without)}
              className="ms-0.5 grid size-7 shrink-0 place-items-center rounded-full hover:bg-accent/10"
            >
              <Icon of={CloseIcon} className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={() => clear(EVERYBODY)}>
        {t('clear')}
      </Button>
    </div>
  )
}

type Chip = {
  key: string
  words: string
  /** The change of the filters that removes this chip. */
  without: Partial<PeopleFilters>
}

/** One or two tiles are a chip each. For more, whose names would break the line, one chip shows their number. */
const TILES_NAMED = 2

function useChips(filters: PeopleFilters): Chip[] {
  const t = useTranslations('employees')
  const describe = useNarrowingWords(filters)
  const { tile } = filters
  const tiles = toTiles(tile)
  return listNarrowings(filters).flatMap((name): Chip[] => {
    if (name === 'tile' && tiles.length > TILES_NAMED)
      return [
        { key: name, words: t('find.chip.tiles', { count: tiles.length }), without: { tile: undefined } },
      ]
    if (name === 'tile')
      return tiles.map(one => ({
        key: one,
        words: t(`tiles.${one}`),
        without: { tile: toggleTile(tile, one) },
      }))
    return [{ key: name, words: describe(name), without: { [name]: EVERYBODY[name] } }]
  })
}

function useNarrowingWords({ q, locale, mitarbeiternummer, edited_since, ids }: PeopleFilters) {
  const t = useTranslations('employees')
  const format = useFormatter()
  return (name: Exclude<Bisection, 'tile'>): string => {
    switch (name) {
      case 'q':
        return t('find.chip.q', { q })
      case 'locale':
        return t('find.chip.locale', { language: t(`locales.${locale ?? 'none'}`) })
      case 'mitarbeiternummer':
        return t('find.chip.number', { number: mitarbeiternummer ?? '' })
      case 'edited_since':
        return edited_since
          ? t('find.chip.editedSince', { day: format.dateTime(new Date(`${edited_since}T12:00Z`), 'day') })
          : ''
      case 'ids':
        return t('find.chip.ids', { count: ids?.split(',').length ?? 0 })
    }
  }
}

/**
 * Scrolls the row of tiles to the first chosen tile if that is cut off: on a phone the row is wider than the screen.
 */
function showChosenTile(): void {
  const row = document.getElementById(TILES_ID)
  const tile = row?.querySelector('[aria-pressed=true]')
  if (!row || !tile) return
  const [place, whole] = [tile.getBoundingClientRect(), row.getBoundingClientRect()]
  if (place.right > whole.right) row.scrollLeft += place.left - whole.left
}
