'use client'

import { IntlProvider } from 'use-intl/react'
import de from './de.json' with { type: 'json' }
import type { TextsProps } from './texts-props.ts'

export function GermanTexts(props: TextsProps) {
  return <IntlProvider messages={de} {...props} />
}
