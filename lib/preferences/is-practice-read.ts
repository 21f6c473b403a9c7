import 'server-only'
import { cookies } from 'next/headers'
import { cookieName } from '#lib/session/cookies.ts'

/** Whether this browser's person has put the note about practice mode away. */
export async function isPracticeRead(): Promise<boolean> {
  return (await cookies()).has(cookieName('practice-read'))
}
