'use client'

import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { SegmentedControl } from '#components/ui/segmented-control.tsx'
import type { ErrorCode } from '#lib/errors.ts'

type PreferenceSwitchProps<Value extends string> = ComponentProps<typeof SegmentedControl<Value>> & {
  /** Why the last choice could not be kept. */
  problem: ErrorCode | undefined
}

/** A choice of two or three that takes effect at once. */
export function PreferenceSwitch<Value extends string>({
  problem,
  segments,
  ...control
}: PreferenceSwitchProps<Value>) {
  const sentence = useTranslations('errors')
  const disabled = !useHydrated()
  return (
    <div className="min-w-0">
      <SegmentedControl {...control} segments={segments.map(segment => ({ ...segment, disabled }))} />
      {problem && (
        <p role="alert" className="mt-1 text-danger text-sm">
          {sentence(problem)}
        </p>
      )}
    </div>
  )
}
