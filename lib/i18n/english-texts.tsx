'use client'

import { IntlProvider } from 'use-intl/react'
import en from './en.json' with { type: 'json' }
import type { TextsProps } from './texts-props.ts'

export function EnglishTexts(props: TextsProps) {
  return <IntlProvider messages={en} {...props} />
}
