'use client'

import { useTranslations } from 'use-intl/react'
import { THEMES, type Theme } from '#lib/preferences/themes.ts'
import { PreferenceSwitch } from './preference-switch.tsx'
import { usePreference } from './use-preference.ts'

export function ThemeSwitch({ theme }: { theme: Theme }) {
  const t = useTranslations('preferences')
  const { value, choose, problem } = usePreference('theme', theme)
  return (
    <PreferenceSwitch
      legend={t('theme')}
      segments={THEMES.map(name => ({ value: name, label: t(`themes.${name}`) }))}
      value={value}
      onChange={choose}
      problem={problem}
    />
  )
}
