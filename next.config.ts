/**
 * Read by Node itself (`--experimental-next-config-strip-types`): otherwise every desk that starts would load Next's compiler, 25 MB
 * that nothing else needs. What only a build needs is loaded by a build.
 */
import type { NextConfig } from 'next'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

const config: NextConfig = {
  // Browsers get compiled texts and no ICU parser, 9 kB less on every page, and no copy of Node's `process`, 0.7 kB less.
  turbopack: {
    resolveAlias: {
      'next/dist/build/polyfills/process': {
        browser: './lib/browser-process.ts',
        default: 'next/dist/build/polyfills/process',
      },
      'use-intl/format-message': {
        browser: './lib/i18n/format-compiled.ts',
        default: './lib/i18n/format-message.ts',
      },
    },
  },
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
    // Each page asks for four scripts fewer than with Next's own 50 kB, and for 1 to 2 % less of it (decision 025).
    turbopackChunking: { minChunkSize: 130_000 },
    // Of React and Next a page has only what it asks for: 0.55 kB less. What is missed is missed in every browser test.
    turbopackCjsTreeShaking: true,
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
