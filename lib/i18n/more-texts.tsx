'use client'

import { type ReactNode, useMemo } from 'react'
import type { Messages } from 'use-intl'
import { IntlProvider, useLocale, useMessages } from 'use-intl/react'

type MoreTextsProps = { texts: Partial<Messages>; children: ReactNode }

/** The texts that are here already, and some more. */
export function MoreTexts({ texts, children }: MoreTextsProps) {
  const known = useMessages()
  const messages = useMemo(() => ({ ...known, ...texts }), [known, texts])
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      {children}
    </IntlProvider>
  )
}
