import { toErrorResponse } from '#lib/handlers/error-response.ts'
import { methods } from '#lib/handlers/methods.ts'
import { noContent } from '#lib/handlers/responses.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { finishSignOn } from '#lib/session/oidc/sign-on.ts'
import { endWorkOf } from '#lib/work/work-of-gone.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  /** The one read that another site may cause: the provider's page sends browsers here. */
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

  /** Whoever only looks whether the address is there must not use up the code. */
  HEAD: async () => noContent(),
})
