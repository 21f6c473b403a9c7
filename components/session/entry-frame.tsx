import type { ReactNode } from 'react'
import { BrandMark } from '#components/shell/brand-mark.tsx'
import { LanguageSwitch, ThemeSwitch } from '#components/shell/preference-switches.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/address/paths.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { getTheme } from '#lib/preferences/chosen.ts'
import { getEnv } from '#lib/settings/env.ts'

/** Frame of the entry pages: sign-in, invitation, and first administrator. */
export async function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  const app = await getTranslations('app')
  return (
    <main id="content" className="grid grow place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <BrandMark className="mx-auto size-11" />
        <h1 className="mt-5 mb-6 break-words text-center text-xl">{title}</h1>
        <Panel className="grid gap-5 p-6">
          <PlainHttpNotice />
          {children}
        </Panel>
        <footer className="mt-6 flex flex-wrap justify-center gap-2 sm:justify-between">
          <LanguageSwitch />
          <ThemeSwitch theme={await getTheme()} />
          <Link
            href={paths.accessibility()}
            className="inline-flex min-h-6 basis-full items-center justify-center rounded-sm text-muted text-sm underline-offset-2 hover:text-text hover:underline"
          >
            {app('accessibility')}
          </Link>
        </footer>
      </div>
    </main>
  )
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Warns on password pages that the desk runs without TLS (`ALLOW_HTTP=1`). Loopback addresses need no TLS. */
async function PlainHttpNotice() {
  const { protocol, hostname } = new URL(getEnv().appUrl)
  if (protocol === 'https:' || LOOPBACK.has(hostname)) return null
  const t = await getTranslations('edge')
  return (
    <Alert tone="warning" title={t('plainHttp.title')}>
      {t('plainHttp.text')}
    </Alert>
  )
}
