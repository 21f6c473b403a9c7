import 'server-only'

/**
 * The Content-Security-Policy of a page: nothing is allowed but what is named, scripts only with this answer's nonce.
 * In development React looks into stacks with `eval`, and Next shows its own messages with styles of its own.
 */
export function pagePolicy(nonce: string, { dev = false } = {}): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
