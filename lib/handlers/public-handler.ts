import 'server-only'
import { z } from 'zod/mini'
import { FORM_LIMITS, parseInput, readJsonBody } from '#lib/http/read-input.ts'
import { requireSameOrigin } from '#lib/http/same-origin.ts'
import { getSignInOrigin, type SignInOrigin } from '#lib/session/sign-in/sign-in-origin.ts'
import { toErrorResponse } from './error-response.ts'
import type { RouteContext, RouteHandler } from './handler.ts'

type PublicInput<Body> = {
  request: Request
  context: RouteContext
  body: Body
  /** Account and address of the attempt, for limits and for the log. */
  origin: SignInOrigin
}

const nothing = z.unknown()

/**
 * The wrapper of the few handlers that work without a session. It checks origin and input and shapes errors, as `handler`
 * does. `tests/api/guards.test.ts` lists each use as an exception: it calls every other route without a session.
 */
export function publicHandler<Body extends z.ZodMiniType = typeof nothing>(
  rules: { body?: Body },
  run: (input: PublicInput<z.output<Body>>) => Promise<Response>,
): RouteHandler {
  return async (request, context) => {
    try {
      requireSameOrigin(request)
      const body = rules.body && parseInput(rules.body, await readJsonBody(request, FORM_LIMITS))
      const origin = getSignInOrigin(request)
      return await run({ request, context, body, origin } as PublicInput<z.output<Body>>)
    } catch (thrown) {
      return toErrorResponse(request, thrown)
    }
  }
}
