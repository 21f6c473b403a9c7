import { z } from 'zod/mini'
import { paths } from '#lib/address/paths.ts'
import type { SignInInput } from '#lib/contracts/session.ts'
import { deskCommand, deskRequest } from '#lib/http/desk-request.ts'

const csrfResponse = z.object({ csrfToken: z.string() })

/** Signs in without leaving the page, so that a problem keeps what was typed. Throws DeskError. */
export async function signIn(input: SignInInput): Promise<void> {
  const { csrfToken } = await deskRequest(paths.api.csrf(), csrfResponse)
  const body = { ...input, csrfToken }
  await deskCommand(paths.api.signIn(), { method: 'POST', body })
}
