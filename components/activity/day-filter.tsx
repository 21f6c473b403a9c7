'use client'

import { useId } from 'react'
import { DayInput } from '#components/ui/field/day-input.tsx'

type DayFilterProps = {
  label: string
  value: string | undefined
  onApply: (day: string | undefined) => void
}

export function DayFilter({ label, value, onApply }: DayFilterProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-1.5 max-sm:grid max-sm:gap-0.5">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <DayInput id={id} className="h-9 px-2.5 text-text" value={value} onApply={onApply} />
    </div>
  )
}
