'use client'

import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveText } from '#components/ui/announce.tsx'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { SegmentedControl } from '#components/ui/field/segmented-control.tsx'
import type { ErrorCode } from '#lib/errors.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { LOCALES } from '#lib/locales.ts'
import { THEMES, type Theme } from '#lib/preferences/themes.ts'
import { usePreference } from './use-preference.ts'

type PreferenceSwitchProps<Value extends string> = ComponentProps<typeof SegmentedControl<Value>> & {
  /** Reason why the last choice could not be saved. */
  problem: ErrorCode | undefined
}

/** A choice of two or three that takes effect at once. */
function PreferenceSwitch<Value extends string>({
  problem,
  segments,
  ...control
}: PreferenceSwitchProps<Value>) {
  const sentence = useTranslations('errors')
  const disabled = !useHydrated()
  return (
    <div className="min-w-0">
      <SegmentedControl {...control} segments={segments.map(segment => ({ ...segment, disabled }))} />
      {problem && <LiveText className="mt-1 text-danger text-sm">{sentence(problem)}</LiveText>}
    </div>
  )
}

/** Each language is named in itself, so that users who cannot read the current one find their own. */
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
