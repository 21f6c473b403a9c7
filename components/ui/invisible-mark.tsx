'use client'

import { useTranslations } from 'use-intl/react'

/** Stands where a text has a character that nobody sees. Its sign is drawn, so that it is not copied with the text. */
export function InvisibleMark({ code }: { code: string }) {
  const t = useTranslations('ui')
  const name = t('invisible', { code })
  return <span role="img" aria-label={name} title={name} data-code={code} className="invisible-mark" />
}
