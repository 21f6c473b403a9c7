'use client'

import { useTranslations } from 'use-intl/react'
import { useConnection } from '#components/page/connection-provider.tsx'
import { openHelp } from '#components/page/help-state.ts'
import { usePageCommands } from '#components/page/page-commands.ts'
import { useGoTo } from '#components/page/use-go-to.ts'
import { useProjects } from '#components/projects/use-projects.ts'
import type { DeskPage } from '#components/shell/pages.ts'
import { usePreference } from '#components/shell/use-preference.ts'
import { useSignOut } from '#components/shell/use-sign-out.ts'
import { paths } from '#lib/address/paths.ts'
import { projectStatusLabel } from '#lib/i18n/service-words.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { LOCALES } from '#lib/locales.ts'
import { THEMES, type Theme } from '#lib/preferences/themes.ts'
import { sortProjects } from '#lib/projects/sort-projects.ts'
import type { Command } from './find-commands.ts'

/** Returns everything that the palette offers: actions of this page, all pages, all projects, and general actions. */
export function useCommands({ pages, theme }: { pages: DeskPage[]; theme: Theme }): Command[] {
  const t = useTranslations('shell')
  const preferences = useTranslations('preferences')
  const account = useTranslations('app.account')
  const help = useTranslations('help')
  const statuses = useTranslations('projects.statuses')
  const goTo = useGoTo()
  const here = usePageCommands()
  const { connected } = useConnection()
  const { data: projects = [] } = useProjects({ enabled: connected })
  const themes = usePreference('theme', theme)
  const locale = useLocale()
  const { leave } = useSignOut()
  const locales = usePreference('locale', locale)

  return [
    ...here.map(
      ({ key, run }): Command => ({ id: key, group: 'actions', label: t(`palette.here.${key}`), run }),
    ),
    ...pages.map(
      ({ key, href }): Command => ({
        id: key,
        group: 'pages',
        label: t(`pages.${key}`),
        run: () => goTo(href),
      }),
    ),
    {
      id: 'connection',
      group: 'pages',
      label: t('pages.connection'),
      run: () => goTo(paths.connect()),
    },
    { id: 'help', group: 'actions', label: help('open'), run: openHelp },
    { id: 'account', group: 'pages', label: t('pages.account'), run: () => goTo(paths.account()) },
    ...sortProjects(projects).map(
      ({ id, name, projektnummer, status }): Command => ({
        id: `project-${id}`,
        group: 'projects',
        label: name,
        hint: `${projektnummer} · ${projectStatusLabel(status, statuses)}`,
        run: () => goTo(paths.project(id)),
      }),
    ),
    ...THEMES.filter(name => name !== themes.value).map(
      (name): Command => ({
        id: `theme-${name}`,
        group: 'actions',
        label: `${preferences('theme')}: ${preferences(`themes.${name}`)}`,
        run: () => themes.choose(name),
      }),
    ),
    ...LOCALES.filter(name => name !== locale).map(
      (name): Command => ({
        id: `language-${name}`,
        group: 'actions',
        label: `${preferences('language')}: ${preferences(`languages.${name}`)}`,
        run: () => locales.choose(name),
      }),
    ),
    { id: 'sign-out', group: 'actions', label: account('signOut'), run: () => void leave() },
  ]
}
