'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import { LOCALES } from '#lib/locales.ts'
import { PreferenceSwitch } from './preference-switch.tsx'
import { usePreference } from './use-preference.ts'

/** Each language is named in itself, so that whoever cannot read the present one finds their own. */
export function LanguageSwitch() {
  const t = useTranslations('preferences')
  const { value, choose, problem } = usePreference('locale', useLocale())
  return (
    <PreferenceSwitch
      legend={t('language')}
      segments={LOCALES.map(locale => ({ value: locale, label: t(`languages.${locale}`), lang: locale }))}
      value={value}
      onChange={choose}
      problem={problem}
    />
  )
}
