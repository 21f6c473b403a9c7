'use client'

import { type ComponentProps, use } from 'react'
import { IntlProvider } from 'use-intl/react'
import type { AppLocale } from '#lib/locales.ts'

/** One script for each language: a browser loads only the one it shows, once. */
const LOADERS = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  en: () => import('./en.json', { with: { type: 'json' } }),
} as const

const loading = new Map<AppLocale, ReturnType<(typeof LOADERS)[AppLocale]>>()

type TextsProps = Omit<ComponentProps<typeof IntlProvider>, 'messages'> & { language: AppLocale }

/** Provides all texts of this language to the components inside. */
export function Texts({ language, ...props }: TextsProps) {
  const { default: messages } = use(loadTexts(language))
  return <IntlProvider messages={messages} {...props} />
}

function loadTexts(language: AppLocale) {
  const known = loading.get(language) ?? LOADERS[language]()
  loading.set(language, known)
  return known
}
