import { toErrorResponse } from '#lib/handlers/error-response.ts'
import { methods } from '#lib/handlers/methods.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { finishSignOn } from '#lib/session/oidc/sign-on.ts'
import { endWorkOf } from '#lib/work/jobs-of-removed-accounts.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  /** The only API request that another site may cause: the identity provider redirects browsers here to finish sign-on. */
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

  /** HEAD, as of link checkers, must not consume the one-time authorization code. */
  HEAD: async () => noContent(),
})
