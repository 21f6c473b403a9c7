'use client'

import { useState } from 'react'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const DIRECTIONS = [
  { value: 'ltr', label: 'LTR' },
  { value: 'rtl', label: 'RTL' },
] as const

/** Theme and direction of this page only: nothing is remembered. */
export function GallerySwitches() {
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [direction, setDirection] = useState<'ltr' | 'rtl'>('ltr')

  function chooseTheme(next: 'light' | 'dark') {
    document.documentElement.dataset.theme = next
    setTheme(next)
  }

  function chooseDirection(next: 'ltr' | 'rtl') {
    document.documentElement.dir = next
    setDirection(next)
  }

  return (
    <div className="flex gap-2">
      <SegmentedControl
        legend="Direction"
        segments={DIRECTIONS}
        value={direction}
        onChange={chooseDirection}
      />
      <SegmentedControl legend="Theme" segments={THEMES} value={theme} onChange={chooseTheme} />
    </div>
  )
}
