import { toErrorResponse } from '#lib/handlers/error-response.ts'
import { methods } from '#lib/handlers/methods.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { finishSignOn } from '#lib/session/oidc/sign-on.ts'
import { endWorkOf } from '#lib/work/jobs-of-removed-accounts.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  /** The only read that another site may cause: the provider's page redirects browsers here. */
  async GET(request) {
    try {
      const { url, cookies, shutOut } = await finishSignOn(request)
      if (shutOut !== undefined) void endWorkOf(shutOut)
      const answer = new Response(null, { status: 302, headers: { ...API_HEADERS, location: url } })
      for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
      return answer
    } catch (thrown) {
      return toErrorResponse(request, thrown)
    }
  },

  /** A request that only checks the address must not use up the code. */
  HEAD: async () => noContent(),
})
