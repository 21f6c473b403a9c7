import { signIn as signInWithNextAuth } from 'next-auth/react'
import { z } from 'zod'

export type SignInOutcome = 'signed_in' | 'wrong' | 'unreachable'

export const signInSchema = z.object({ email: z.string().trim().min(1), password: z.string().min(1) })

export type SignInInput = z.infer<typeof signInSchema>

/** Signs in without leaving the page, so that a problem keeps what was typed. */
export async function signIn({ email, password }: SignInInput): Promise<SignInOutcome> {
  if (!(await isDeskThere())) return 'unreachable'
  try {
    const answer = await signInWithNextAuth('credentials', { redirect: false, email, password })
    if (answer?.ok && !answer.error) return 'signed_in'
    return answer?.status === 401 ? 'wrong' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** next-auth leaves the page for its own error page when it cannot reach the server: ask before it does. */
async function isDeskThere(): Promise<boolean> {
  try {
    return (await fetch('/api/auth/csrf', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
