'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DarkIcon, LightIcon, SystemIcon } from '#components/ui/icons.ts'
import { Menu } from '#components/ui/popup/menu.tsx'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { isAppLocale, LOCALES } from '#lib/locales.ts'
import { THEMES, type Theme } from '#lib/preferences/themes.ts'
import { usePreference } from './use-preference.ts'

/** Shows the current language in two letters; each language is named in itself. */
export function LanguageMenu() {
  const t = useTranslations('preferences')
  const { value, choose } = usePreference('locale', useLocale())
  return (
    <Menu
      label={t('language')}
      entries={[
        {
          kind: 'choice',
          label: t('language'),
          value,
          onChange: locale => isAppLocale(locale) && choose(locale),
          options: LOCALES.map(locale => ({ value: locale, label: t(`languages.${locale}`), lang: locale })),
        },
      ]}
      button={props => (
        <Button variant="quiet" size="icon" className="text-sm" {...props}>
          {value.toUpperCase()}
          <span className="sr-only">{`${t('language')}: ${t(`languages.${value}`)}`}</span>
        </Button>
      )}
    />
  )
}

const marks = { system: SystemIcon, light: LightIcon, dark: DarkIcon } as const

export function ThemeMenu({ theme }: { theme: Theme }) {
  const t = useTranslations('preferences')
  const { value, choose } = usePreference('theme', theme)
  const Mark = marks[value]
  return (
    <Menu
      label={t('theme')}
      entries={[
        {
          kind: 'choice',
          label: t('theme'),
          value,
          onChange: chosen => choose(THEMES.find(name => name === chosen) ?? 'system'),
          options: THEMES.map(name => ({ value: name, label: t(`themes.${name}`) })),
        },
      ]}
      button={props => (
        <Button variant="quiet" size="icon" aria-label={`${t('theme')}: ${t(`themes.${value}`)}`} {...props}>
          <Icon of={Mark} />
        </Button>
      )}
    />
  )
}
