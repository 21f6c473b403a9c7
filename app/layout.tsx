import './globals.css'
import type { Metadata, Viewport } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { PracticeBanner } from '#components/shell/practice-banner.tsx'
import { SkipLink } from '#components/shell/skip-link.tsx'
import { getEnv } from '#lib/env.ts'
import { getIntlConfig } from '#lib/i18n/get-intl-config.ts'
import { IntlProvider } from '#lib/i18n/intl-provider.tsx'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  const { appName } = getEnv()
  return {
    title: { default: appName, template: `%s · ${appName}` },
    robots: 'noindex, nofollow',
    icons: '/icon.svg',
  }
}

export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const intl = await getIntlConfig()
  return (
    <html lang={intl.locale}>
      <body className="flex min-h-dvh flex-col">
        <IntlProvider {...intl}>
          <SkipLink />
          {getEnv().practice && <PracticeBanner />}
          {children}
        </IntlProvider>
      </body>
    </html>
  )
}
