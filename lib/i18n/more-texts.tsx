'use client'

import { type ReactNode, use, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl/react'
import { readTexts, type TextsName } from './known-texts.ts'

type MoreTextsProps = { name: TextsName; children: ReactNode }

/** The texts that are here already, and some more. */
export function MoreTexts({ name, children }: MoreTextsProps) {
  const known = useMessages()
  const texts = use(readTexts(name))
  const messages = useMemo(() => ({ ...known, ...texts }), [known, texts])
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      {children}
    </IntlProvider>
  )
}
