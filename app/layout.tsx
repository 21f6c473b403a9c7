import { toAddress } from '#lib/address/base-path.ts'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { PracticeBanner } from '#components/shell/practice-banner.tsx'
import { SkipLink } from '#components/shell/skip-link.tsx'
import { LiveRegion } from '#components/ui/announce.tsx'
import { getIntlConfig } from '#lib/i18n/get-intl-config.ts'
import { getLocale } from '#lib/i18n/get-locale.ts'
import { Texts } from '#lib/i18n/texts.tsx'
import { areSingleKeysOn, getTheme, isPracticeRead } from '#lib/preferences/chosen.ts'
import { getEnv } from '#lib/settings/env.ts'
import { fontClass } from './font/font-class.ts'
import { WarmFormats } from './warm-formats.tsx'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  const { appName } = getEnv()
  return {
    title: { default: appName, template: `%s · ${appName}` },
    robots: 'noindex, nofollow',
    icons: toAddress('/icon.svg'),
  }
}

export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const [{ messages: _, ...intl }, locale, theme, practiceRead, singleKeys] = await Promise.all([
    getIntlConfig(),
    getLocale(),
    getTheme(),
    isPracticeRead(),
    areSingleKeysOn(),
  ])
  return (
    <html
      lang={locale}
      data-theme={theme === 'system' ? undefined : theme}
      data-single-keys={singleKeys ? undefined : 'off'}
      className={fontClass}
    >
      <head>
        <WarmFormats />
      </head>
      <body className="flex min-h-dvh flex-col">
        <Texts language={locale} {...intl}>
          <SkipLink />
          {getEnv().practice && !practiceRead && <PracticeBanner />}
          {children}
          <LiveRegion />
        </Texts>
      </body>
    </html>
  )
}
