import type { ReactNode } from 'react'
import { BrandMark } from '#components/shell/brand-mark.tsx'
import { LanguageSwitch } from '#components/shell/language-switch.tsx'
import { ThemeSwitch } from '#components/shell/theme-switch.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { getTheme } from '#lib/preferences/chosen.ts'
import { PlainHttpNotice } from './plain-http-notice.tsx'

/** The front transport: the same for who signs in, who was invited, and who comes first. */
export async function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
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
        </footer>
      </div>
    </main>
  )
}
