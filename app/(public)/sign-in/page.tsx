import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { toLocalPath } from '#components/session/local-path.ts'
import { SignInScreen } from '#components/session/sign-in-screen.tsx'
import type { SearchParams } from '#lib/address/address-state.ts'
import { SIGN_ON_PROBLEMS } from '#lib/contracts/session.ts'
import { getPageUser } from '#lib/handlers/page-guards.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { hasAnyAccount } from '#lib/session/accounts/accounts.ts'
import { getEnv, PRACTICE } from '#lib/settings/env.ts'

const whySchema = z.object({
  returnTo: z.string().optional().catch(undefined),
  error: z.enum(SIGN_ON_PROBLEMS).optional().catch(undefined),
})

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('signIn'))('pageTitle') }
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { returnTo, error } = whySchema.parse(await searchParams)
  const target = toLocalPath(returnTo)
  const { appName, practice, oidc, localSignIn } = getEnv()
  const problem = oidc ? error : undefined
  // A refused user sees the problem even in a browser that has a session.
  if (!problem && (await getPageUser())) redirect(target)

  const { email, password } = PRACTICE
  return (
    <SignInScreen
      appName={appName}
      returnTo={target}
      practice={practice ? { email, password } : undefined}
      provider={oidc?.name ?? null}
      local={localSignIn}
      anyAccount={practice || (await hasAnyAccount())}
      problem={problem}
    />
  )
}
