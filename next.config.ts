/**
 * Read by Node itself (`--experimental-next-config-strip-types`): otherwise every start would load Next's compiler, 25
 * MB that nothing else needs. Modules for builds are imported only during a build.
 */
import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

const config: NextConfig = {
  // Makes every value in a text safe to show.
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
    // Each handler has its own copy of the code that handlers share: unused ones need not be in memory.
    preloadEntriesOnStart: false,
    // Without a network a navigation waits instead of showing the browser's own error page (`offline-screen.tsx`).
    useOffline: true,
  },
  // For `scripts/pack/pack.ts`: a folder with only those packages that the desk needs.
  ...(process.env.DESK_PACK === '1' && { output: 'standalone' as const }),
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  // Packages with native code, and the ones that load it from where it was compiled.
  serverExternalPackages: ['sharp', 'ssh2', 'ssh2-sftp-client'],
  // `npm test` checks the types once, tests included, so that a build need not.
  typescript: { ignoreBuildErrors: true },
}

/** A build works for every path: `scripts/base-path.ts` replaces the mark when the desk starts. */
export default async function configure(phase: string): Promise<NextConfig> {
  if (phase !== PHASE_PRODUCTION_BUILD) return { ...config, basePath: process.env.DESK_BASE_PATH ?? '' }
  const { PATH_MARK } = await import('./scripts/path-mark.ts')
  return { ...config, basePath: PATH_MARK }
}
