import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { toLocalPath } from '#components/session/local-path.ts'
import { SignInScreen } from '#components/session/sign-in-screen.tsx'
import type { SearchParams } from '#lib/employees/employee-filters.ts'
import { getEnv, PRACTICE } from '#lib/env.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { hasAnyAccount } from '#lib/session/accounts.ts'
import { getPageUser } from '#lib/session/page-guards.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('pageTitle') }
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { returnTo } = await searchParams
  const target = toLocalPath(typeof returnTo === 'string' ? returnTo : undefined)
  if (await getPageUser()) redirect(target)

  const { appName, practice } = getEnv()
  const { email, password } = PRACTICE
  return (
    <main id="content" className="grid grow place-items-center px-4 py-10">
      <SignInScreen
        appName={appName}
        returnTo={target}
        practice={practice ? { email, password } : undefined}
        anyAccount={practice || (await hasAnyAccount())}
      />
    </main>
  )
}
