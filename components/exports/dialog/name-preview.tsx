'use client'

import { useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

type NamePreviewProps = {
  /** Undefined until the desk has answered for the first time. */
  names: string[] | undefined
  /** The names are those of the last template. */
  stale: boolean
}

/** The first real names of files, as they will be in the archive. */
export function NamePreview({ names, stale }: NamePreviewProps) {
  const t = useTranslations('exports.dialog.naming')
  if (!names) return <Skeleton shape="box" className="h-8 w-full" />
  if (names.length === 0) return null
  return (
    <ul
      aria-label={t('preview')}
      aria-busy={stale}
      className={cx('flex min-h-8 flex-wrap items-start gap-1.5 transition-opacity', stale && 'opacity-50')}
    >
      {names.map(name => (
        <li
          key={name}
          title={name}
          className="max-w-full truncate rounded-sm bg-sunken px-2 py-1 font-mono text-sm inset-ring inset-ring-line"
        >
          <ForeignText>{name}</ForeignText>
        </li>
      ))}
    </ul>
  )
}
