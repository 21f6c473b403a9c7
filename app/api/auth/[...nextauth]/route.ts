import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { getAuthOptions } from '#lib/session/auth-options.ts'

type Context = { params: Promise<{ nextauth: string[] }> }

/** next-auth's own handlers, with its own CSRF token; what the desk may do is decided in `lib/http/handler.ts`. */
function auth(request: NextRequest, context: Context): Promise<Response> {
  return NextAuth(request, context, getAuthOptions())
}

export { auth as GET, auth as POST }
