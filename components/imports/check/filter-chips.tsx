'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import { type Tone, toneText } from '#components/ui/tone.ts'
import { PROBLEM_CODES } from '#lib/contracts/import-rows.ts'
import { LINE_KINDS, type LineKind } from '../grid/grid-line.ts'
import type { LineCounts, LineFilter } from './line-filter.ts'

const FAULTY_KINDS = new Set<LineKind>(['invalid', 'conflict', 'refused'])

type FilterChipsProps = {
  counts: LineCounts
  total: number
  filter: LineFilter
  onFilter: (filter: LineFilter) => void
}

/** The number of lines of each kind; each count filters by its kind. */
export function FilterChips({ counts, total, filter, onFilter }: FilterChipsProps) {
  const t = useTranslations('imports.check')
  const kinds = useTranslations('imports.kinds')
  const codes = useTranslations('imports.problemNames')
  const problems = PROBLEM_CODES.filter(code => counts.problems.get(code))
  const chip = (value: LineFilter, label: string, count: number, tone: Tone = 'neutral') => (
    <Chip
      key={value}
      label={label}
      count={count}
      tone={tone}
      chosen={filter === value}
      onPress={() => onFilter(filter === value ? 'all' : value)}
    />
  )
  return (
    <div className="grid gap-2">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{t('filter')}</legend>
        {chip('all', t('all'), total)}
        {isWorthAsking(counts) && chip('faulty', t('faulty'), counts.faulty, 'danger')}
        {counts.warned > 0 && chip('warned', t('warned'), counts.warned, 'warning')}
        {LINE_KINDS.map(kind => {
          const count = counts.kinds.get(kind) ?? 0
          return count > 0 && chip(kind, kinds(kind), count, FAULTY_KINDS.has(kind) ? 'danger' : 'neutral')
        })}
      </fieldset>
      {problems.length > 0 && (
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{t('filterProblems')}</legend>
          {problems.map(code => chip(`problem:${code}`, codes(code), counts.problems.get(code) ?? 0))}
        </fieldset>
      )}
    </div>
  )
}

/** True when "Needs attention" covers several kinds; with one kind it would duplicate that kind's filter. */
function isWorthAsking({ faulty, kinds }: LineCounts): boolean {
  return faulty > 0 && ![...FAULTY_KINDS].some(kind => kinds.get(kind) === faulty)
}

type ChipProps = { label: string; count: number; tone: Tone; chosen: boolean; onPress: () => void }

function Chip({ label, count, tone, chosen, onPress }: ChipProps) {
  const format = useFormatter()
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onPress}
      className="inline-flex h-7 items-center gap-1.5 rounded-full bg-panel px-2.5 text-sm inset-ring inset-ring-line transition-colors hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:inset-ring-accent"
    >
      {label}
      <span className={cx('tabular-nums', toneText[tone])}>{format.number(count)}</span>
    </button>
  )
}
