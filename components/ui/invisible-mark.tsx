'use client'

import { useTranslations } from 'use-intl/react'

/** Marks an invisible character in a text. The sign is drawn by CSS, so it is not copied with the text. */
export function InvisibleMark({ code }: { code: string }) {
  const t = useTranslations('ui')
  const name = t('invisible', { code })
  return <span role="img" aria-label={name} title={name} data-code={code} className="invisible-mark" />
}
