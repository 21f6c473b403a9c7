import 'server-only'
import { getClientAddress } from '#lib/http/client-address.ts'

/** Origin of a sign-in, as far as the desk stores it. */
export type SignInOrigin = { address: string; client: string }

/** The order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\b/, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

export function getSignInOrigin(request: Request): SignInOrigin {
  return { address: getClientAddress(request), client: describeClient(request) }
}

/**
 * Returns "Chrome, Windows": enough to recognize one's own computer, in every language, without any text that a client
 * sent. Empty when neither is known.
 */
export function describeClient(request: Request): string {
  const agent = request.headers.get('user-agent') ?? ''
  const words = [BROWSERS, SYSTEMS].map(list => list.find(([form]) => form.test(agent))?.[1])
  return words.filter(Boolean).join(', ')
}
