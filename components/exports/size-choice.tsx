'use client'

import { useTranslations } from 'use-intl/react'
import { RadioCards } from '#components/ui/radio-cards.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { useImageSizes } from './use-image-sizes.ts'

type SizeChoiceProps = { value: number | null; onChange: (size: number | null) => void }

const FULL = 'full'

/** Full size, or one of the configured sizes. When those cannot be had, the full size still can. */
export function SizeChoice({ value, onChange }: SizeChoiceProps) {
  const t = useTranslations('exports.dialog')
  const { data: sizes, isPending, isError } = useImageSizes()
  const cards = [
    { value: FULL, label: t('full'), hint: t('fullHint') },
    ...(sizes ?? []).map(({ index, label, width, height }) => ({
      value: String(index),
      label,
      hint: t('pixels', { width, height }),
    })),
  ]
  return (
    <div className="grid gap-2">
      <RadioCards
        legend={t('size')}
        cards={cards}
        value={value === null ? FULL : String(value)}
        onChange={choice => onChange(choice === FULL ? null : Number(choice))}
      />
      {isPending && <Skeleton shape="box" className="h-15 w-full" />}
      {isError && <p className="text-muted text-sm">{t('sizesFailed')}</p>}
    </div>
  )
}
