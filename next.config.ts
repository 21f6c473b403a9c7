/**
 * Read by Node itself (`--experimental-next-config-strip-types`): otherwise every desk that starts would load Next's compiler, 25 MB
 * that nothing else needs. What only a build needs is loaded by a build.
 */
import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

const config: NextConfig = {
  // Makes every value in a text safe to be shown.
  turbopack: { resolveAlias: { 'use-intl/format-message': './lib/i18n/format-message.ts' } },
  compiler: {
    async runAfterProductionCompile(build) {
      const { dropSourceMaps } = await import('./scripts/drop-source-maps.ts')
      const { hintCompile } = await import('./scripts/hint-compile.ts')
      await dropSourceMaps(build)
      await hintCompile(build)
    },
  },
  experimental: {
    // Each handler brings its own copy of the code that handlers share: one that nobody calls need not lie in memory.
    preloadEntriesOnStart: false,
    // A navigation that meets no network waits for it instead of leaving for the browser's own page (`offline-screen.tsx`).
    useOffline: true,
  },
  // For `scripts/pack/pack.ts`: what the desk needs of its packages, and nothing else, in a folder.
  ...(process.env.DESK_PACK === '1' && { output: 'standalone' as const }),
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Programs in machine code, and what loads one where it was compiled.
  serverExternalPackages: ['sharp', 'ssh2', 'ssh2-sftp-client'],
  // `npm test` checks the types once, tests included; a desk that only shall start need not wait for it.
  typescript: { ignoreBuildErrors: true },
}

/** A build is for every path: `scripts/base-path.ts` puts one in the place of the mark when the desk starts. */
export default async function configure(phase: string): Promise<NextConfig> {
  if (phase !== PHASE_PRODUCTION_BUILD) return { ...config, basePath: process.env.DESK_BASE_PATH ?? '' }
  const { PATH_MARK } = await import('./scripts/path-mark.ts')
  return { ...config, basePath: PATH_MARK }
}
