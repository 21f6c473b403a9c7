'use client'

import { useLocale, useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { isAppLocale, LOCALES } from '#lib/locales.ts'
import { usePreference } from './use-preference.ts'

/** Shows the present language in two letters; each language is named in itself. */
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
          options: LOCALES.map(locale => ({ value: locale, label: t(`languages.${locale}`) })),
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
